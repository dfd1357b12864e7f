/**
 * Lets plain clicks on links inside this portal change the page without reloading it. One listener for the whole
 * document: links stay links, with everything a browser and a screen reader can do with them.
 * @param go leads to an address of this portal
 * @param leads whether the page of a path can be changed to in the client; others are loaded
 */
export function followLinks(go: (href: string) => void, leads: (path: string) => boolean): void {
  document.addEventListener('click', (event) => {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    if (event.defaultPrevented || modified || !anchor || !leadsInside(anchor, leads)) return;
    event.preventDefault();
    go(anchor.pathname + searchOf(anchor) + anchor.hash);
  });
}

/**
 * The query of a link without its language: the page remembers that itself, so a link of the language switch need not
 * tell the server.
 */
function searchOf({ search, hreflang }: HTMLAnchorElement): string {
  if (hreflang === '') return search;
  const query = new URLSearchParams(search);
  query.delete('lang');
  return query.size > 0 ? `?${query}` : '';
}

function leadsInside(anchor: HTMLAnchorElement, leads: (path: string) => boolean): boolean {
  const opensElsewhere = anchor.target !== '' || anchor.hasAttribute('download');
  // No page is named like a file; files are served unchanged.
  const isFile = /\.\w+$/.test(anchor.pathname);
  const isPage = anchor.origin === location.origin && !isFile && leads(anchor.pathname);
  const isJump =
    anchor.hash !== '' && anchor.pathname === location.pathname && anchor.search === location.search;
  return !opensElsewhere && isPage && !isJump;
}
