import type { i18n as I18n } from 'i18next';
import { INSPECTION_CHANNEL, type InspectionMessage } from '#contract/inspection.ts';
import type { PageSettings } from '#contract/settings.ts';
import { INSPECTED, type Inspect } from './inspected-key.ts';
import { createReports } from './reports.ts';
import { showMark } from './show-mark.tsx';
import { keepWindow, takeWindow } from './window-id.ts';

/** Only on the machine of the one who has made the build. */
const isLocal = (): boolean => ['localhost', '127.0.0.1'].includes(location.hostname);

/**
 * Reports the actors of this window to the workshop, and shows on the screen that it does.
 * @returns the inspector for the root actor
 */
export async function inspectWindow(
  { viewer }: NonNullable<PageSettings['inspection']>,
  i18n: I18n,
): Promise<Inspect> {
  const own = takeWindow();
  const channel = new BroadcastChannel(INSPECTION_CHANNEL);
  const post = (message: InspectionMessage) => channel.postMessage(message);
  // The viewer's code brings all drawings.
  const other =
    viewer === null ? null : (await import('./other-viewer.ts')).otherViewer(viewer, () => replay());
  const { inspect, replay } = createReports(own, (report) => {
    post(report);
    other?.send(report);
  });
  other?.resume();
  const tell =
    import.meta.env.MODE === 'context' && isLocal()
      ? (await import('./tell-context.ts')).tellContext(own)
      : null;
  const present = () => {
    post({ type: 'window.present', ...own });
    replay();
  };
  const leave = () => post({ type: 'window.left', ...own });
  const onHide = () => {
    keepWindow(own);
    leave();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    takeWindow();
    present();
  };
  let isFollowed = true;
  channel.addEventListener('message', ({ data }: MessageEvent<InspectionMessage>) => {
    if (data.type === 'workshop.opened') present();
  });
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onShow);
  post({ type: 'window.present', ...own });
  showMark(i18n, {
    viewer: other && { host: other.host, open: other.open },
    stop: () => {
      isFollowed = false;
      leave();
      channel.close();
      other?.close();
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
      sessionStorage.removeItem(INSPECTED);
    },
  });
  return (event) => {
    if (!isFollowed) return;
    try {
      tell?.(event);
      inspect(event);
    } catch {
      // An error here would end the actor that is followed.
      isFollowed = false;
    }
  };
}
