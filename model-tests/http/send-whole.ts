import { complete, fillIn, pay, type ServiceName, settled, submit } from './applications.ts';
import type { PortalClient } from './client.ts';

/** Sends an application with everything that its form asks for: the notice comes by post, the fee is paid. @returns its id */
export async function sendWhole(client: PortalClient, service: ServiceName): Promise<string> {
  const { id } = await fillIn(client, service);
  const { version, facts } = await complete(client, id);
  const params = { id };
  if (facts.noticeAllowed)
    await client.call('chooseNotice', { params, body: { version, electronicNoticeDelivery: false } });
  if (facts.feeCents === 0) await submit(client, id);
  else await pay(client, await client.call('getProcess', { params, query: {} }));
  const { status } = await settled(client, id);
  if (status !== 'SUBMITTED') throw new Error(`${service} was not sent: ${status}`);
  return id;
}
