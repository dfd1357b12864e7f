/**
 * The script of the report: shows the rows that have all words of the search, and only those that failed if wished.
 * What is chosen stays in the address, so that it can be sent.
 */
export const searchScript = `
const field = document.querySelector('#search');
const failed = document.querySelector('#failed');
const count = document.querySelector('#found');
const rows = [...document.querySelectorAll('[data-find] tbody tr')];
const show = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let found = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    const isShown = words.every((word) => text.includes(word)) && (!failed.checked || 'bad' in row.dataset);
    row.hidden = !isShown;
    if (isShown) found += 1;
  }
  count.textContent = found + ' of ' + rows.length + ' rows';
  const said = new URLSearchParams();
  if (field.value) said.set('search', field.value);
  if (failed.checked) said.set('failed', '1');
  history.replaceState(null, '', '#' + said);
};
const said = new URLSearchParams(location.hash.slice(1));
field.value = said.get('search') ?? '';
failed.checked = said.has('failed');
field.addEventListener('input', show);
failed.addEventListener('change', show);
document.querySelector('#find').hidden = false;
if (field.value || failed.checked) show();
`;
