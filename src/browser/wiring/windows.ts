import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate';
import { selectEditable } from '#machines/application/application.selectors.ts';
import type { Portal } from '#machines/portal/portal.machine.ts';
import { selectApplication, selectViewer } from '#machines/portal/portal.selectors.ts';
import { windowsMachine } from '#machines/windows/windows.machine.ts';
import type { WindowQuery } from '#machines/windows/windows.types.ts';
import type { Api } from '../api.ts';
import { announce, hear } from './channel.ts';
import { ownWindow, passOn, resume } from './own-window.ts';

/** Time for an answer; the server takes less to answer a waiting window, or one that takes over. */
const PATIENCE_MS = 30_000;
/** Time for which another window waits for this one to save; the server waits twice as long (edit-in-window.ts). */
const SAVING_MS = 5_000;

type Host = {
  /** Resolves when everything on the screen is saved. */
  saveAll: (signal: AbortSignal) => Promise<void>;
  /** Called when this window edits from now on: stored data may be newer than the screen. */
  beginAnew: () => void;
};

/** Wires the choice of the window that edits, by the server and the channel of this browser. */
export const wireWindows = (api: Api, { saveAll, beginAnew }: Host) => {
  const release = (id: string) =>
    api.releaseEditing({ params: { id }, body: { window: ownWindow().window } });
  return windowsMachine.provide({
    actors: {
      // A hidden window does not occupy a connection: browsers have few of them.
      report: fromPromise(({ input: { processId, waits }, signal }) =>
        within(PATIENCE_MS, signal, (signal) =>
          api.holdEditing({
            params: { id: processId },
            body: { ...ownWindow(), waits: waits && document.visibilityState === 'visible' },
            signal,
          }),
        ),
      ),
      takeOver: fromPromise(({ input: { processId }, signal }) =>
        within(PATIENCE_MS, signal, (signal) =>
          api.takeEditing({ params: { id: processId }, body: ownWindow(), signal }),
        ),
      ),
      letGo: fromPromise(async ({ input: { processId }, signal }) => {
        // Entries that cannot be saved stay on the screen.
        await within(SAVING_MS, signal, saveAll).catch(() => undefined);
        await release(processId);
      }),
      watchWindows: fromCallback<{ type: 'never' }, WindowQuery>(({ sendBack, input: { processId } }) => {
        const letGo = () => release(processId).catch(() => undefined);
        const comeBack = () => sendBack({ type: 'window.returned' });
        const onVisible = () => document.visibilityState === 'visible' && comeBack();
        const onHide = () => {
          passOn();
          void letGo();
        };
        const onShow = ({ persisted }: PageTransitionEvent) => {
          if (!persisted) return;
          resume();
          comeBack();
        };
        const stopHearing = hear((message) => {
          if (message.type === 'editing.requested' && message.processId === processId)
            sendBack({ type: 'editing.requested' });
        });
        document.addEventListener('visibilitychange', onVisible);
        window.addEventListener('online', comeBack);
        window.addEventListener('pagehide', onHide);
        window.addEventListener('pageshow', onShow);
        return () => {
          stopHearing();
          document.removeEventListener('visibilitychange', onVisible);
          window.removeEventListener('online', comeBack);
          window.removeEventListener('pagehide', onHide);
          window.removeEventListener('pageshow', onShow);
          void letGo();
        };
      }),
    },
    actions: {
      beginAnew,
      askOthers: (_, { processId }) => announce({ type: 'editing.requested', processId }),
    },
  });
};

/** Does something that ends with the signal, or when the time is over. */
async function within<T>(
  ms: number,
  signal: AbortSignal,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const end = () => limit.abort();
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end);
  try {
    return await act(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/** Reports to the workflow of the windows which application can be edited on the screen, and new logins. */
export function followApplication(portal: Portal): void {
  let windows: ActorRefFrom<typeof windowsMachine> | undefined;
  let application: ReturnType<typeof selectApplication>;
  let shown: string | null = null;
  let viewer = selectViewer(portal.getSnapshot());

  const look = () => {
    const editable = application ? selectEditable(application.getSnapshot()) : null;
    if (editable === shown || !windows) return;
    shown = editable;
    windows.send(
      editable ? { type: 'application.shown', processId: editable } : { type: 'application.left' },
    );
  };
  portal.subscribe((snapshot) => {
    if (snapshot.children.windows !== windows) {
      windows = snapshot.children.windows;
      shown = null;
    }
    if (selectApplication(snapshot) !== application) {
      application = selectApplication(snapshot);
      application?.subscribe(look);
    }
    if (selectViewer(snapshot) !== viewer) {
      viewer = selectViewer(snapshot);
      if (viewer !== 'none' && viewer !== 'unknown') windows?.send({ type: 'session.renewed' });
    }
    look();
  });
}
