import path from 'node:path';
import { complete, fillIn, settled } from './applications.ts';
import { startBalancer } from './balancer.ts';
import { PortalClient } from './client.ts';
import { type Portal, serverScript, startPortal } from './portal.ts';
import { type Saver, saveWithoutPause } from './savers.ts';

/** The outcome of a drill: what people lost and saw, and how much they did meanwhile. */
export type Drilled = {
  saves: number;
  lost: number;
  /** Codes of the refusals and cut connections that people saw. */
  seen: string[];
  /** States of the applications that were filled in by one version and sent by the other. */
  sent: string[];
};

const PEOPLE = 3;
/** Saves of each person between two steps of the drill. */
const SAVES = 10;

/** Each version comes with its content. */
const contentOf = (script: string) => ({
  CONTENT_DIR: path.resolve(path.dirname(script), '../../content'),
});

/**
 * Replaces two processes of a version by those of another, one after the other, while people save and send through a load
 * balancer, and then back.
 * @param about `old` and `next` are the starts of the two versions; `migrate` brings the database up to date for the next
 */
export async function rollForwardAndBack(about: {
  databaseUrl: string;
  old?: string;
  next?: string;
  migrate: () => Promise<void>;
}): Promise<Drilled> {
  const { databaseUrl, old = serverScript, next = serverScript, migrate } = about;
  const balancer = await startBalancer();
  const seen: string[] = [];
  const open: Portal[] = [];
  const slot = async (script: string, first?: Portal) => {
    const portal = await startPortal({
      script,
      environment: { DATABASE_URL: databaseUrl, ...contentOf(script) },
      publicUrl: balancer.url,
      ...(first && { between: async () => first.partners.environment }),
    });
    open.push(portal);
    balancer.add(portal.url);
    return portal;
  };
  const replace = async (portal: Portal, script: string) => {
    await balancer.remove(portal.url);
    await portal.stop();
    await portal.start(contentOf(script), script);
    balancer.add(portal.url);
  };
  const client = () => new PortalClient(balancer.url);
  const filledIn = async () => {
    const person = client();
    await person.call('openPseudo', { body: { locale: 'de' } });
    const { id } = await fillIn(person, 'hundesteuer');
    await complete(person, id);
    return { person, id };
  };
  const send = async ({ person, id }: Awaited<ReturnType<typeof filledIn>>) => {
    await person.call('submitProcess', { params: { id } });
    return (await settled(person, id)).status;
  };
  let savers: Saver[] = [];
  const done = () => savers.map(({ acknowledgedAt }) => acknowledgedAt.length);
  /** People go on for a while; a saver that has failed is told when it is stopped. */
  const goOn = async () => {
    const before = done();
    const until = performance.now() + 30_000;
    while (done().some((count, index) => count < before[index]! + SAVES) && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20));
  };

  try {
    const first = await slot(old);
    savers = await Promise.all(
      Array.from({ length: PEOPLE }, () => saveWithoutPause([{ client }], (code) => seen.push(code))),
    );
    const byOld = await filledIn();
    await goOn();
    await migrate();
    await goOn();
    const second = await slot(next, first);
    await goOn();
    await replace(first, next);
    await goOn();
    const sent = [await send(byOld)];
    const byNext = await filledIn();
    await replace(second, old);
    await goOn();
    await replace(first, old);
    await goOn();
    sent.push(await send(byNext));
    const ends = await Promise.all(savers.map((saver) => saver.stop()));
    const saves = done().reduce((sum, count) => sum + count, 0);
    return { saves, lost: ends.reduce((sum, { lost }) => sum + lost, 0), seen, sent };
  } finally {
    await Promise.allSettled(savers.map((saver) => saver.stop()));
    for (const portal of open.reverse()) await portal.close();
    await balancer.close();
  }
}
