/** The portal around the frame. */
export type PortalMessages = { send(type: string, more?: object): void };

/** Speaks to the portal whose frame this is. @param origin of the portal, the only one that is spoken to or heard */
export function speakTo(origin: string, caseId: string | null): PortalMessages {
  return {
    send(type, more = {}) {
      if (window.parent !== window) window.parent.postMessage({ v: 1, type, caseId, ...more }, origin);
    },
  };
}

type Heard = { type: string; locale?: unknown; page?: unknown };

/** Listens to messages of the portal. */
export function listenTo(origin: string, hear: (message: Heard) => void): void {
  window.addEventListener('message', ({ origin: from, source, data }: MessageEvent) => {
    if (from !== origin || source !== window.parent || data?.v !== 1 || typeof data.type !== 'string') return;
    hear(data);
  });
}

/** Tells the portal the height of the content whenever it changes. @returns a function that repeats it */
export function tellHeight({ send }: PortalMessages): () => void {
  let told = -1;
  const tell = () => send('lip:height', { height: told });
  new ResizeObserver(() => {
    const height = Math.min(20_000, Math.ceil(document.body.getBoundingClientRect().height));
    if (height === told) return;
    told = height;
    tell();
  }).observe(document.body);
  return () => {
    if (told >= 0) tell();
  };
}
