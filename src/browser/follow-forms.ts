/**
 * Lets forms that request a page of this portal (search, place) change the page without reloading it. Without this they
 * work as plain forms.
 * @param go leads to an address of this portal
 * @param leads whether the page of a path can be changed to in the client
 */
export function followForms(go: (href: string) => void, leads: (path: string) => boolean): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return;
    const address = new URL(form.action, location.href);
    if (address.origin !== location.origin || !leads(address.pathname)) return;
    event.preventDefault();
    const fields = [...new FormData(form, event.submitter)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    );
    const query = new URLSearchParams(fields as [string, string][]).toString();
    go(address.pathname + (query && `?${query}`) + address.hash);
  });
}
