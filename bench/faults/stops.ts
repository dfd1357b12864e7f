import { connect, type Socket } from 'node:net';
import type { Portal } from '#model-tests/http/portal.ts';
import { saveWithoutPause } from '#model-tests/http/savers.ts';
import type { Chance } from '../kit/chance.ts';
import type { Figure } from '../kit/figures.ts';
import { arrivals, ready, type Sent, send, sentOnce } from './applications.ts';
import { count, pause, saved, seconds } from './figures.ts';

const SAVERS = 3;
const AT_ONCE = 2;
const SILENT = 20;
const LATEST_MS = 900;
/** The documented ten seconds (STOP_SECONDS), and time for the work afterwards. */
const LONGEST_S = 12;
const PATIENCE_MS = 120_000;

/** A server that receives SIGTERM while people save and send, with idle connections open. */
export async function stops(portal: Portal, chance: Chance, rounds: number): Promise<Figure[]> {
  const arrived = await arrivals(portal);
  const savers = await Promise.all(
    Array.from({ length: SAVERS }, () => saveWithoutPause([portal], () => {})),
  );
  const person = portal.client();
  await person.logIn('lindemann:eID');
  const sent: Sent[] = [];
  let longestMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const next = await Promise.all(Array.from({ length: AT_ONCE }, () => ready(person)));
    sent.push(...next);
    const silent = await openSilently(portal, SILENT);
    const sending = Promise.all(next.map(send));
    await pause(chance.between(0, LATEST_MS));
    const begun = performance.now();
    await portal.stop();
    longestMs = Math.max(longestMs, performance.now() - begun);
    await sending;
    for (const socket of silent) socket.destroy();
    await portal.start();
  }
  const ends = await Promise.all(savers.map((saver) => saver.stop()));
  return [
    count('stops', rounds),
    seconds('longest until the process had ended', longestMs, LONGEST_S),
    ...saved(savers, ends),
    ...(await sentOnce(sent, arrived, PATIENCE_MS)),
  ];
}

async function openSilently(portal: Portal, number: number): Promise<Socket[]> {
  const { hostname, port } = new URL(portal.url);
  const sockets = Array.from({ length: number }, () => connect(Number(port), hostname));
  for (const socket of sockets) socket.on('error', () => {});
  await Promise.all(
    sockets.map((socket) => new Promise<void>((resolve) => void socket.once('connect', () => resolve()))),
  );
  return sockets;
}
