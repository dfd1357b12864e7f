import { randomUUID } from 'node:crypto';
import type { ProcessView } from '#contract/process.ts';
import type { Locale } from '#domain/locale.ts';
import { fieldsOf } from '#forms/components.ts';
import { filesIn } from '#forms/paths.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import { loadContent } from '#server/content-store/load.ts';
import { tinyFile, tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { demonstrationAnswers } from '../forms/demonstration-answers.ts';
import type { PortalClient } from './client.ts';

export const KIEL = '010020000000';

const loaded = loadContent('content');
if ('faults' in loaded) throw new Error('the demonstration content is broken');
const { content } = loaded;

/** The demonstration services by their folder's name. */
export type ServiceName =
  | 'hundesteuer'
  | 'bewohnerparkausweis'
  | 'meldebescheinigung'
  | 'meldebescheinigung-online-ausweis'
  | 'gewerbeanmeldung'
  | 'wohngeld'
  | 'fischereischein';

/** The offer of a service at a place. */
export function offerOf(service: ServiceName | 'jagdschein', area = KIEL) {
  const offer = [...content.metadata.values()].find(
    ({ fmsFormId, areas }) => fmsFormId === service && areas.includes(area),
  );
  if (!offer) throw new Error(`${service} is not offered at ${area}`);
  return offer;
}

/** Starts an application and saves complete answers with uploaded files. */
export async function fillIn(
  client: PortalClient,
  service: ServiceName,
  options: { area?: string; change?: FormData; lang?: Locale; handover?: string } = {},
): Promise<ProcessView> {
  const area = options.area ?? KIEL;
  const process = await client.call('startProcess', {
    body: {
      metadataId: offerOf(service, area).metadataId,
      area,
      lang: options.lang ?? 'de',
      ...(options.handover && { handover: options.handover }),
    },
  });
  const access = await client.openForm({ params: { id: process.id }, query: {} });
  const form = access.form as FormDefinition;
  const locked = fieldsOf(form.components).filter((it) => it.disabled && it.properties?.lockedFrom);
  const data = {
    ...(await answersFor(client, process.id, service, form)),
    ...Object.fromEntries(locked.map(({ key }) => [key, (access.data as FormData)[key]])),
    ...options.change,
  };
  const { version } = await client.call('saveProgress', {
    params: { id: process.id },
    body: { version: process.version, data, page: null },
  });
  return { ...process, version, status: 'EDITING' };
}

/** Confirms the stored data; where it differs from the account, the person keeps what they have entered. */
export async function complete(client: PortalClient, id: string): Promise<ProcessView> {
  const completed = await confirm(client, id);
  return completed.facts.conflictOpen ? decide(client, id, [], 'keep') : completed;
}

/** Confirms the stored data with everything that is to be stated, and decides nothing. */
export async function confirm(client: PortalClient, id: string): Promise<ProcessView> {
  const body = await confirmationOf(client, id);
  return client.call('completeProcess', { params: { id }, body });
}

/** The confirmation of the data as stored now. */
export async function confirmationOf(client: PortalClient, id: string, lang?: Locale) {
  const query = lang ? { lang } : {};
  const { version, hash, statements } = await client.call('getSnapshot', { params: { id }, query });
  return { version, hash, statements: statements.map(({ id, version }) => ({ id, version })) };
}

/**
 * Decides a data conflict. These fields, or all, and locked fields take the account's values; the others are to be
 * corrected, or stay as they are.
 */
export async function decide(
  client: PortalClient,
  id: string,
  apply: readonly string[] | 'all' = [],
  own: 'correct' | 'keep' = 'correct',
): Promise<ProcessView> {
  const params = { id };
  const { version, hash, differences } = await client.call('getConflict', { params, query: {} });
  const keys = differences.map(({ key }) => key);
  const locked = differences.filter((one) => one.locked && own === 'keep').map(({ key }) => key);
  const applied = apply === 'all' ? keys : keys.filter((key) => apply.includes(key) || locked.includes(key));
  const others = keys.filter((key) => !applied.includes(key));
  const body = { version, hash, apply: applied, keep: [], correct: [], [own]: others };
  return client.call('decideConflict', { params, body });
}

/** Requests the submission and waits for its end. */
export async function submit(client: PortalClient, id: string): Promise<ProcessView> {
  await client.call('submitProcess', { params: { id } });
  return settled(client, id);
}

/** Waits until no submission is in progress. */
export async function settled(client: PortalClient, id: string): Promise<ProcessView> {
  // Each question takes time from the submission: the longer that takes, the less often it is asked.
  for (let pause = 50; ; pause = Math.min(pause * 1.5, 500)) {
    const process = await client.call('getProcess', { params: { id }, query: {} });
    if (!process.facts.running) return process;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Pays the fee by card on the provider's page, and comes back. */
export async function pay(client: PortalClient, { id, version }: ProcessView): Promise<ProcessView> {
  const { redirectUrl } = await client.call('startPayment', { params: { processId: id }, body: { version } });
  const page = await fetch(redirectUrl!, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'card' }),
    redirect: 'manual',
  });
  const back = new URL(page.headers.get('location')!);
  await client.call('completePayment', {
    query: { result: back.searchParams.get('result')!, id: back.searchParams.get('id')! },
  });
  return client.call('getProcess', { params: { id }, query: {} });
}

/** A small PDF with a comment in it. */
export const pdf = (text: string) => tinyPdf({ text });

async function answersFor(
  client: PortalClient,
  processId: string,
  service: ServiceName,
  form: FormDefinition,
): Promise<FormData> {
  const answers = demonstrationAnswers({
    today: new Date(),
    file: (name) => ({ id: randomUUID(), name, size: 1, type: 'application/pdf' }),
  })[service];
  if (!answers) throw new Error(`no answers for ${service}`);
  for (const { path, file } of filesIn(form, answers)) {
    const { checked: _, ...taken } = await client.upload(processId, path, file.name, tinyFile(file.name));
    Object.assign(file, taken);
  }
  return answers;
}

/** Deletes all drafts of a session, paid ones too, so that they affect no later test. */
export async function deleteDrafts(client: PortalClient): Promise<void> {
  for (const { id } of await client.call('listDrafts', { query: {} }).catch(() => []))
    await client.call('deleteDraft', { query: { id, paidConsent: 'true' } }).catch(() => undefined);
}
