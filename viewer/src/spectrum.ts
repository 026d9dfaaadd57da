// Amplitudes over frequency of a recorded curve: A(f) = 2/sum(w) |sum_k w_k (y_k - mean) exp(-2 pi i f t_k)|, w of Hann,
// from samples at equal steps between the recorded ones.
import type { Plot, PlotSeries } from './plot';

const MOST = 1 << 17;  // samples

/** In place, lengths that are powers of two. */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; ++i) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) { [re[i], re[j]] = [re[j], re[i]]; [im[i], im[j]] = [im[j], im[i]]; }
  }
  for (let size = 2; size <= n; size <<= 1) {
    const half = size / 2;
    for (let k = 0; k < half; ++k) {
      const angle = -2 * Math.PI * k / size, c = Math.cos(angle), s = Math.sin(angle);
      for (let i = k; i < n; i += size) {
        const j = i + half, x = re[j] * c - im[j] * s, y = re[j] * s + im[j] * c;
        re[j] = re[i] - x; im[j] = im[i] - y;
        re[i] += x; im[i] += y;
      }
    }
  }
}

/** Null where a curve has gaps, too few samples, or times that do not grow. */
function spectrumOf(s: PlotSeries): { x: number[]; y: number[] } | null {
  const count = s.x.length, begin = s.x[0], end = s.x[count - 1];
  if (count < 16 || !(end > begin)) return null;
  for (let k = 0; k < count; ++k) if (!Number.isFinite(s.y[k]) || (k && !(s.x[k] >= s.x[k - 1]))) return null;
  let n = 32;
  while (n < 2 * count && n < MOST) n *= 2;
  const re = new Float64Array(n), im = new Float64Array(n), step = (end - begin) / n;
  let mean = 0;
  for (let k = 0, at = 0; k < n; ++k) {
    const t = begin + k * step;
    while (at + 2 < count && s.x[at + 1] <= t) ++at;
    const gap = s.x[at + 1] - s.x[at], share = gap > 0 ? (t - s.x[at]) / gap : 0;
    re[k] = s.y[at] + share * (s.y[at + 1] - s.y[at]);
    mean += re[k] / n;
  }
  let weight = 0;
  for (let k = 0; k < n; ++k) {
    const w = (1 - Math.cos(2 * Math.PI * k / n)) / 2;
    weight += w;
    re[k] = w * (re[k] - mean);
  }
  transform(re, im);
  const x: number[] = [], y: number[] = [], top = Math.min(n / 2, Math.floor(count / 2));  // of what was recorded, not of what lies between
  for (let k = 1; k <= top; ++k) { x.push(k / (end - begin)); y.push(2 / weight * Math.hypot(re[k], im[k])); }
  return { x, y };
}

/** The spectrum of a diagram over time; null where none of its curves has one. */
export function spectrumPlot(p: Plot): Plot | null {
  const series = p.series.flatMap(s => { const found = spectrumOf(s); return found ? [{ ...s, ...found, markers: false }] : []; });
  return series.length ? { title: `${p.title}: spectrum`, kind: 'cartesian', x: { label: 'frequency', unit: 'Hz', log: false },
    y: { label: `amplitude of ${p.y.label}`, unit: p.y.unit, log: false }, series, limit: null, limitLabel: '' } : null;
}
