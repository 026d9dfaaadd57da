// How the curves of a diagram are told apart: names without what they all share, colours, dashes, and legend entries.

export interface Named { name: string; reference: boolean }
export interface Style { color: string; dash: string; width: number }
export interface LegendEntry { name: string; style: Style; pick?: number }  // pick: the curve a click brings forward
export interface Look { styles: Style[]; legend: LegendEntry[] }

const dashes = ['', '7 3', '2 3', '9 3 2 3'];
const color = (k: number): string => `var(--s${1 + k % 5})`;
const reference: Style = { color: 'var(--s0)', dash: '5 4', width: 1.8 };

/** "joint.big end.force", "joint.crank.force" become "big end", "crank". */
export function plainNames(names: string[]): string[] {
  let parts = names.map(n => n.split('.'));
  const shared = (at: (p: string[]) => string): boolean => parts.length > 1 && parts.every(p => p.length > 1 && at(p) === at(parts[0]));
  while (shared(p => p[0])) parts = parts.map(p => p.slice(1));
  while (shared(p => p[p.length - 1])) parts = parts.map(p => p.slice(0, -1));
  return parts.map(p => p.join(' ').replace(/_/g, ' '));
}

/** A name in two: "two sets, with friction" at its comma, where there are commas ("two sets" has nothing behind it), "crank x" at its last word. */
function cutNames(names: string[]): string[][] | null {
  if (names.some(n => n.includes(', '))) return names.map(n => /^(.*?)(?:, (.*))?$/.exec(n)!).map(c => [c[1], c[2] ?? '']);
  const cut = names.map(n => /^(.*\S) (\S+)$/.exec(n));
  return cut.some(c => !c) ? null : cut.map(c => [c![1], c![2]]);
}

/** Families of many curves: "forward 1", "forward 2", or "crank x", "crank y", or "one set", "one set, with friction". Null where names have no such order. */
function families(names: string[]): { color: string[]; dash: string[] } | null {
  const cut = cutNames(names);
  if (!cut) return null;
  const heads = [...new Set(cut.map(c => c[0]))], tails = [...new Set(cut.map(c => c[1]))];
  const counted = tails.every(t => /^\d+$/.test(t));
  if (heads.length < 2 || heads.length > 5 || (!counted && tails.length > dashes.length)) return null;
  return { color: cut.map(c => c[0]), dash: cut.map(c => counted ? '' : c[1]) };
}

/** Up to six curves have a colour each; more are coloured by family; else only the chosen one (or the last) is. */
export function seriesLook(series: Named[], chosen?: number): Look {
  const own = series.map((_, k) => k).filter(k => !series[k].reference), styles: Style[] = series.map(() => reference);
  const entry = (k: number, pick?: number): LegendEntry => ({ name: series[k].name, style: styles[k], pick });
  const references = (): LegendEntry[] => series.map((_, k) => k).filter(k => series[k].reference).map(k => entry(k));
  if (own.length <= 6) {
    own.forEach((k, at) => { styles[k] = { color: color(at), dash: ['', '', '', '7 3', '2 3', '9 3 2 3'][at], width: 2 }; });
    return { styles, legend: series.map((_, k) => entry(k)) };
  }
  const family = families(own.map(k => series[k].name));
  if (family) {
    const heads = [...new Set(family.color)], tails = [...new Set(family.dash)].sort((a, b) => Number(a !== '') - Number(b !== ''));
    own.forEach((k, at) => { styles[k] = { color: color(heads.indexOf(family.color[at])), dash: dashes[tails.indexOf(family.dash[at])], width: 1.8 }; });
    const legend = heads.map((name, k): LegendEntry => ({ name, style: { color: color(k), dash: '', width: 2.2 } }));
    if (tails.length > 1) tails.forEach((name, k) => { if (name) legend.push({ name, style: { color: 'var(--text-2)', dash: dashes[k], width: 1.8 } }); });
    return { styles, legend: [...legend, ...references()] };
  }
  const front = chosen ?? own[own.length - 1];
  for (const k of own) styles[k] = k === front ? { color: color(0), dash: '', width: 2.4 } : { color: 'var(--s0)', dash: '', width: 1 };
  return { styles, legend: [...own.map(k => entry(k, k)), ...references()] };
}
