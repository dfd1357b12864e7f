/** Removes the note about maintenance from an open page when that is over. No timer waits for more than 24 days. */
export function endNote(): void {
  const note = document.querySelector<HTMLElement>('[data-until]');
  const left = Date.parse(note?.dataset.until ?? '') - Date.now();
  if (left < 2e9) setTimeout(() => note?.remove(), left);
}
