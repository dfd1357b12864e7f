import { KIEL, offerOf } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import type { Portal } from './portal.ts';

/** The outcome of the calls of a person who saves without a pause. */
export type Saver = {
  /** Times of acknowledged saves, in ms of performance.now(). */
  acknowledgedAt: readonly number[];
  /** Duration of the longest call until its answer or its end, in ms. */
  longestMs(): number;
  /** Stops, and returns how many acknowledged saves the portal has lost. */
  stop(): Promise<{ lost: number }>;
};

/** Allowed answers to a save while the database is away. Any other ends the test. */
const passing = ['database-unavailable', 'version-conflict'];

/**
 * A person without an account who saves a form without a pause, alternating between the portals, which share a
 * database. Without an answer, or with a temporary one, they ask for the stored state and continue from there, as the
 * browser does.
 * @param seen called with the code of each refusal
 */
export async function saveWithoutPause(
  portals: Pick<Portal, 'client'>[],
  seen: (code: string) => void,
): Promise<Saver> {
  const clients = portals.map((portal) => portal.client());
  const [first] = clients as [PortalClient];
  await first.call('openPseudo', { body: { locale: 'de' } });
  for (const other of clients) other.cookies.set('sp_session', first.cookies.get('sp_session') ?? '');
  const started = await first.call('startProcess', {
    body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL },
  });
  const params = { id: started.id };
  let { version } = started;
  let acknowledged = 0;
  let sent = 0;
  let lost = 0;
  let stopped = false;
  let longestMs = 0;
  const acknowledgedAt: number[] = [];

  const timed = async <T>(call: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    try {
      return await call();
    } finally {
      longestMs = Math.max(longestMs, performance.now() - begun);
    }
  };

  const stored = async (client: PortalClient) => {
    const { version: present } = await timed(() => client.call('getProcess', { params, query: {} }));
    const { data } = await timed(() => client.openForm({ params, query: {} }));
    return { version: present, number: Number((data as { dogName?: string }).dogName ?? 0) };
  };
  const refused = (error: unknown) => {
    const code = error instanceof Refused ? error.problem.code : 'network';
    if (error instanceof Refused && !passing.includes(code)) throw error;
    seen(code);
  };
  /** Asks until there is an answer: the server comes back after a while. */
  const comparing = async (client: PortalClient): Promise<void> => {
    try {
      const present = await stored(client);
      if (present.number < acknowledged) lost += 1;
      version = present.version;
    } catch (error) {
      if (error instanceof Refused && error.problem.code === 'not-found') {
        // Everything is lost, so no further save is possible.
        lost += 1;
        stopped = true;
        return;
      }
      refused(error);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await comparing(client);
    }
  };

  const saving = (async () => {
    for (let turn = 0; !stopped; turn += 1) {
      const client = clients[turn % clients.length]!;
      try {
        sent += 1;
        const body = { version, data: { dogName: String(sent) }, page: null };
        ({ version } = await timed(() => client.call('saveProgress', { params, body })));
        acknowledged = sent;
        acknowledgedAt.push(performance.now());
      } catch (error) {
        refused(error);
        await comparing(client);
      }
    }
  })();
  // The failure goes to the caller that stops it.
  saving.catch(() => {});
  return {
    acknowledgedAt,
    longestMs: () => longestMs,
    stop: async () => {
      stopped = true;
      await saving;
      await comparing(first);
      return { lost };
    },
  };
}
