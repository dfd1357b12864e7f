/** The one window that shows the payment provider's page. */
let opened: Window | null = null;

/**
 * Opens a waiting page; must be called within a click, or the browser blocks it.
 * @returns false when the browser refused
 */
export function openProviderWindow(waitingPage: string): boolean {
  opened = window.open(waitingPage, 'serviceportal-provider');
  return opened !== null;
}

/** Leads the waiting page to the provider, which must not reach back into this window. */
export function leadProviderWindow(url: string): void {
  if (!opened || opened.closed) return;
  opened.opener = null;
  opened.location.href = url;
}

export function closeProviderWindow(): void {
  opened?.close();
  opened = null;
}
