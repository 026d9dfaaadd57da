// The menu on narrow screens, and the search where a server answers: browsers do not let pages on disk read the index.
document.querySelector('[data-toggle="wy-nav-top"]')?.addEventListener('click', () => {
  for (const part of document.querySelectorAll('[data-toggle="wy-nav-shift"]')) part.classList.toggle('shift');
});
for (const table of document.querySelectorAll('.document table')) {
  const box = document.createElement('div');
  box.className = 'wide';
  table.replaceWith(box);
  box.append(table);
}
if (location.protocol === 'file:') document.querySelector('.wy-side-nav-search [role="search"]')?.remove();
else for (const path of site_scripts) document.body.append(Object.assign(document.createElement('script'), { src: path }));
