/** Files of one process share its window: each begins at the home page, empty, with nothing kept. */
if (typeof document !== 'undefined') {
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way
    document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  }
}
