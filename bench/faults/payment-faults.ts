import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { PortalClient } from '#model-tests/http/client.ts';
import type { Portal } from '#model-tests/http/portal.ts';
import { openStorage } from '#server/storage/database.ts';
import { transaction } from '#stand-ins/payment/schema.ts';
import type { Chance } from '../kit/chance.ts';
import type { Figure } from '../kit/figures.ts';
import { onlyPassing } from './applications.ts';
import { count, none } from './figures.ts';
import { payable, startPayment } from './payments.ts';

const LANES = 4;
const kinds = ['slow', 'dropAnswer', 'reset', 'down'] as const;
/** Every third payment fails, is repeated, and both turn out paid in the end. */
const TWICE_IN = 3;

/** People who pay while the provider is slow, loses answers, drops connections or answers 503. */
export async function paymentFaults(portal: Portal, chance: Chance, runs: number): Promise<Figure[]> {
  const { control: provider, faults } = portal.partners.payment;
  let ordered = 0;
  const disturb = () => {
    const requests = chance.between(1, 3);
    ordered += requests;
    faults.set({ fault: chance.oneOf(kinds), requests, delayMs: 300 });
  };
  const settle = (transactionId: string, outcome: 'PAYED' | 'FAILED') =>
    provider({ action: 'settle', transactionId, outcome, method: outcome === 'PAYED' ? 'PAYPAL' : null });

  const pay = async (client: PortalClient, number: number) => {
    const id = await payable(client);
    disturb();
    const first = await startPayment(client, id);
    const paid = [first.transactionId];
    if (number % TWICE_IN === 0) {
      await settle(first.transactionId, 'FAILED');
      await client.call('checkPayment', { params: { processId: id } }).catch(onlyPassing);
      disturb();
      paid.push((await startPayment(client, id)).transactionId);
    }
    disturb();
    for (const transactionId of paid) await settle(transactionId, 'PAYED');
    await client.call('checkPayment', { params: { processId: id } }).catch(onlyPassing);
    return { client, id };
  };
  const numbers = Array.from({ length: runs }, (_, number) => number).values();
  const lanes = Array.from({ length: LANES }, async () => {
    const client = portal.client();
    await client.logIn('petersen:Elster');
    const done = [];
    for (const number of numbers) done.push(await pay(client, number));
    return done;
  });
  const payers = (await Promise.all(lanes)).flat();
  faults.end();
  // The owner opens it once more.
  for (const { client, id } of payers) {
    await client.call('checkPayment', { params: { processId: id } }).catch(onlyPassing);
  }
  return [count('runs', runs), count('faults ordered', ordered), ...(await compare(portal))];
}

/** Compares the provider's records with those of the server, which it stops for this. */
async function compare(portal: Portal): Promise<Figure[]> {
  const file = path.join(portal.stateDir, 'payment/payments.json');
  const paid = z
    .array(transaction)
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .filter(({ status, request }) => status === 'PAYED' && request.redirectUrl.startsWith(portal.url));
  await portal.kill();
  const storage = await openStorage({ dataDir: portal.dataDir });
  const known = await storage.db
    .selectFrom('payment')
    .select(['transactionId', 'processId', 'state'])
    .where('state', '=', 'paid')
    .execute();
  const refunds = await storage.db.selectFrom('refund').select('processId').execute();
  await storage.close();
  await portal.start();
  const recorded = new Map(known.map(({ transactionId, processId }) => [transactionId, processId]));
  const charged = Map.groupBy(paid, ({ transactionId }) => recorded.get(transactionId) ?? null);
  const unrecorded = charged.get(null)?.length ?? 0;
  charged.delete(null);
  const doubled = [...charged].filter(([, { length }]) => length > 1);
  const unmarked = doubled.filter(
    ([id, { length }]) => refunds.filter(({ processId }) => processId === id).length !== length - 1,
  );
  return [
    count('paid at the provider', paid.length),
    none('of them unrecorded', unrecorded),
    count('applications paid twice', doubled.length),
    none('of them without a note of refund', unmarked.length),
  ];
}
