import { complete, fillIn } from '#model-tests/http/applications.ts';
import type { PortalClient } from '#model-tests/http/client.ts';
import { onlyPassing } from './applications.ts';
import { pause } from './figures.ts';

/** An application whose payment is open at the provider. */
export type Payment = { client: PortalClient; id: string; transactionId: string };

/** A confirmed fishing permit for five years (60 €). */
export async function payable(client: PortalClient): Promise<string> {
  const { id } = await fillIn(client, 'fischereischein', { change: { duration: 'five' } });
  await complete(client, id);
  return id;
}

/** Begins a payment, repeatedly while the provider is unavailable. */
export async function startPayment(client: PortalClient, id: string): Promise<Payment> {
  for (;;) {
    const { version } = await client.call('getProcess', { params: { id }, query: {} });
    const started = await client
      .call('startPayment', { params: { processId: id }, body: { version } })
      .catch(onlyPassing);
    if (started?.redirectUrl) {
      return { client, id, transactionId: new URL(started.redirectUrl).pathname.split('/').at(-1)! };
    }
  }
}

export const openPayment = async (client: PortalClient): Promise<Payment> =>
  startPayment(client, await payable(client));

/** True if a paid application proceeds automatically: the payment is recorded, and the application is sent. */
export async function isRecorded({ client, id }: Payment, patienceMs: number): Promise<boolean> {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    const process = await client.call('getProcess', { params: { id }, query: {} }).catch(onlyPassing);
    if (process?.status === 'SUBMITTED') return true;
    await pause(200);
  }
  return false;
}
