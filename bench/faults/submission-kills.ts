import type { PortalClient } from '#model-tests/http/client.ts';
import type { Portal } from '#model-tests/http/portal.ts';
import type { Chance } from '../kit/chance.ts';
import type { Figure } from '../kit/figures.ts';
import { arrivals, ready, type Sent, send, sentOnce } from './applications.ts';
import { count, pause } from './figures.ts';

const AT_ONCE = 3;
const LATEST_MS = 900;
/** The lease of a dead worker, and the remaining work after it. */
const PATIENCE_MS = 150_000;

/** One person at each of the servers. All have the session of the first login, as the servers share the database. */
async function onePerson(portals: Portal[]): Promise<PortalClient[]> {
  const clients = portals.map((portal) => portal.client());
  await clients[0]!.logIn('lindemann:eID');
  const session = clients[0]!.cookies.get('sp_session') ?? '';
  for (const client of clients) client.cookies.set('sp_session', session);
  return clients;
}

/** Servers that are killed (SIGKILL) at random moments while they send applications, and restarted. */
export async function submissionKills(portals: Portal[], chance: Chance, kills: number): Promise<Figure[]> {
  const arrived = await arrivals(portals[0]!);
  const people = await onePerson(portals);
  const sent: Sent[] = [];
  let hit = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const chosen = chance.between(0, portals.length - 1);
    const next = await Promise.all(Array.from({ length: AT_ONCE }, () => ready(people[chosen]!)));
    sent.push(...next);
    const sending = Promise.all(next.map(send));
    await pause(chance.between(0, LATEST_MS));
    await portals[chosen]!.kill();
    const there = [...(await arrived()).values()].reduce((sum, number) => sum + number, 0);
    if (there < sent.length) hit += 1;
    await sending;
    await portals[chosen]!.start();
  }
  return [
    count('kills', kills),
    count('of them while something was on its way', hit),
    ...(await sentOnce(sent, arrived, PATIENCE_MS)),
  ];
}
