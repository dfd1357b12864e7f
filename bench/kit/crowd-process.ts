import { PortalClient } from '#model-tests/http/client.ts';
import type { CrowdAnswer, CrowdOrder } from './crowd.ts';
import { type Ended, Guest } from './guest.ts';

/** Number of people that join in parallel, before the load begins. */
const ARRIVING = 4;

const guests: Guest[] = [];
let done: Promise<unknown> = Promise.resolve();

process.on('message', (order: CrowdOrder) => {
  done = done.then(async () => process.send?.(await follow(order)));
});

async function follow(order: CrowdOrder): Promise<CrowdAnswer> {
  if (order.type === 'arrive') {
    await inTurns(Array.from({ length: order.people }, () => () => arrive(order.url)));
    return { type: 'arrived' };
  }
  if (order.type === 'stay') {
    const end = performance.now() + order.ms;
    await Promise.all(guests.slice(0, order.people).map((guest) => guest.stayUntil(end)));
    const ended: Ended[] = guests.flatMap((guest) => guest.ended.splice(0));
    const untilSaved = guests.flatMap((guest) => guest.untilSaved.splice(0));
    return { type: 'stayed', ended, untilSaved };
  }
  let lost = 0;
  const compare = async (guest: Guest) => {
    if (!(await guest.isKept())) lost += 1;
  };
  await inTurns(guests.map((guest) => () => compare(guest)));
  return { type: 'compared', lost };
}

async function arrive(url: string): Promise<void> {
  guests.push(await Guest.arrive(new PortalClient(url)));
}

async function inTurns(work: (() => Promise<void>)[]): Promise<void> {
  const one = async () => {
    for (let next = work.pop(); next; next = work.pop()) await next();
  };
  await Promise.all(Array.from({ length: ARRIVING }, one));
}
