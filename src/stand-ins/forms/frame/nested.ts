/** Speaks to the portal from a window and an origin that are not the frame's. */
window.addEventListener('message', ({ data, source }: MessageEvent) => {
  if (source !== window.parent || typeof data?.portal !== 'string') return;
  const { caseId, portal, page } = data;
  const send = (type: string, more: object) =>
    window.top?.postMessage({ v: 1, type, caseId, ...more }, portal);
  send('lip:ready', { page, title: 'Formularwerk' });
  send('lip:complete', { revision: 1 });
});

export {};
