import { stdout } from 'node:process';
import { complete, fillIn } from '#model-tests/http/applications.ts';
import { type PortalClient, Refused } from '#model-tests/http/client.ts';
import type { Portal } from '#model-tests/http/portal.ts';
import type { Figure } from '../kit/figures.ts';
import { all, none, pause } from './figures.ts';

/** An application whose submission was requested. */
export type Sent = { client: PortalClient; id: string };

/** A confirmed dog tax application. */
export async function ready(client: PortalClient): Promise<Sent> {
  const { id } = await fillIn(client, 'hundesteuer');
  await complete(client, id);
  return { client, id };
}

/** Requests the submission; without an answer it is unknown whether the server received it. */
export async function send({ client, id }: Sent): Promise<void> {
  await client.call('submitProcess', { params: { id } }).catch(onlyPassing);
}

/** The server or the database is unavailable; every other refusal is a fault. */
export function onlyPassing(error: unknown): null {
  if (error instanceof Refused && error.problem.status < 500) throw error;
  return null;
}

/** Counts the submissions that the authority has received since this call, by ticket number. */
export async function arrivals({ delivery }: Portal): Promise<() => Promise<Map<string, number>>> {
  const submissions = async () =>
    (await delivery.submissions()).filter(({ state }) => state !== 'incomplete');
  const before = new Set((await submissions()).map(({ submissionId }) => submissionId));
  return async () => {
    const tickets = new Map<string, number>();
    for (const { submissionId } of await submissions()) {
      if (before.has(submissionId)) continue;
      const { metadata } = await delivery.submission(submissionId);
      const ticket = metadata?.additionalReferenceInfo?.senderReference ?? submissionId;
      tickets.set(ticket, (tickets.get(ticket) ?? 0) + 1);
    }
    return tickets;
  };
}

/**
 * Waits until the server has sent all of them, and counts. Only people without an answer ask again, as they would.
 */
export async function sentOnce(
  sent: readonly Sent[],
  arrived: () => Promise<Map<string, number>>,
  patienceMs: number,
): Promise<Figure[]> {
  const end = performance.now() + patienceMs;
  const processes = await Promise.all(sent.map((one) => ended(one, end)));
  const finished = processes.filter((process) => process?.status === 'SUBMITTED');
  const tickets = finished.map((process) => process?.result?.ticketNumber ?? '');
  const times = await arrived();
  for (const [index, process] of processes.entries()) {
    if (process?.status === 'SUBMITTED') continue;
    const { status = 'on its way', submission } = process ?? {};
    stdout.write(`  ! ${sent[index]!.id} ${status} ${JSON.stringify(submission ?? null)}\n`);
  }
  const receipts = await Promise.all(
    finished.map(async (process) => hasReceipt(sent.find(({ id }) => id === process?.id)!)),
  );
  return [
    all('applications sent', finished.length, sent.length),
    all('delivered once', tickets.filter((ticket) => times.get(ticket) === 1).length, sent.length),
    none('delivered twice', [...times.values()].filter((number) => number > 1).length),
    none('lost', sent.length - tickets.filter((ticket) => times.has(ticket)).length),
    all('receipts', receipts.filter(Boolean).length, sent.length),
  ];
}

/** The application once nothing is in progress; null if that takes too long. */
async function ended(one: Sent, end: number) {
  for (;;) {
    const process = await look(one);
    if (process && !process.facts.running) {
      if (process.status !== 'COMPLETED') return process;
      await send(one);
    }
    if (performance.now() > end) return null;
    await pause(200);
  }
}

const look = ({ client, id }: Sent) =>
  client.call('getProcess', { params: { id }, query: {} }).catch(onlyPassing);

async function hasReceipt({ client, id }: Sent): Promise<boolean> {
  const receipt = await client.fetch(`/api/process/${id}/file/receipt`);
  return receipt.ok && (await receipt.text()).startsWith('%PDF-');
}
