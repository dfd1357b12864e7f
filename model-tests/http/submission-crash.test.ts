import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submissionSteps } from '#domain/submission-step.ts';

import { complete, fillIn, settled } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { type Crash, type Portal, startPortal } from './portal.ts';

let portal: Portal;
let person: PortalClient;

beforeAll(async () => {
  portal = await startPortal({
    script: path.resolve(import.meta.dirname, 'crashing-server.ts'),
    environment: { LOG_LEVEL: 'fatal' },
  });
  person = portal.client();
  await person.logIn('lindemann:eID');
});
afterAll(() => portal?.close());

const arrived = async () => new Map((await portal.delivery.submissions()).map((it) => [it.submissionId, it]));

/** An application that is ready to be sent. */
async function ready(): Promise<string> {
  const { id } = await fillIn(person, 'hundesteuer');
  await complete(person, id);
  return id;
}

/** Has the server die in the middle of the submission, requests that, and starts the server again. */
async function crashIn(id: string, crash: Crash['crash']): Promise<void> {
  await portal.setCrash(crash);
  // The server may die before its answer. The person does not know then, and the application proceeds all the same.
  await person.call('submitProcess', { params: { id } }).catch((error) => {
    if (error instanceof Refused) throw error;
  });
  await portal.ended();
  await portal.start();
}

/** Promises to a person and an authority, whatever happened before. */
async function expectSentOnce(
  id: string,
  before: { submissions: Set<string>; messages: number },
): Promise<void> {
  const process = await settled(person, id);
  expect(process).toMatchObject({ status: 'SUBMITTED', postboxSent: true });
  expect(process.submission?.finished.map(({ step }) => step)).toEqual([...submissionSteps]);

  const sent = [...(await arrived()).values()].filter(
    ({ submissionId, state }) => !before.submissions.has(submissionId) && state !== 'incomplete',
  );
  expect(sent.map(({ submissionId }) => submissionId)).toEqual([process.result?.externalId]);
  const messages = await portal.delivery.postbox();
  expect(messages).toHaveLength(before.messages + 1);
  expect(
    messages.filter(({ message }) => message?.content.includes(process.result!.ticketNumber)),
  ).toHaveLength(1);
  expect(process.result?.documents.map(({ kind }) => kind)).toEqual([
    'form',
    'receipt',
    'coverLetter',
    'attachment',
  ]);
  const receipt = await person.fetch(`/api/process/${id}/file/receipt`);
  expect((await receipt.text()).slice(0, 5)).toBe('%PDF-');

  const list = await person.call('listSent', { query: {} });
  expect(list.filter((it) => it.id === id)).toHaveLength(1);
}

const present = async () => ({
  submissions: new Set((await arrived()).keys()),
  messages: (await portal.delivery.postbox()).length,
});

/** Checkpoints of the steps of an application, in order: a step that ran twice would appear twice. */
function checkpointsOf(id: string): string[] {
  const lines = readFileSync(path.join(portal.dataDir, 'checkpoints.txt'), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith(id)).map((line) => line.slice(id.length + 1));
}

describe('a service that is killed while it sends an application', () => {
  it.each(submissionSteps)('sends it once, killed after %s', async (step) => {
    const id = await ready();
    const before = await present();
    await crashIn(id, { after: step });
    await expectSentOnce(id, before);
    expect(checkpointsOf(id)).toEqual([...submissionSteps]);
  });

  it.each([
    ['the announcement', 'POST .*/v2/submissions$'],
    ['the first attachment', 'PUT .*/attachments/'],
    ['the application', 'PUT .*/v2/submissions/[^/]+$'],
  ])(
    'sends it once, killed after the delivery service took %s and before that was noted',
    async (_, call) => {
      const id = await ready();
      const before = await present();
      await crashIn(id, { at: call });
      await expectSentOnce(id, before);
    },
  );
});

describe('an application that is sent again and again', () => {
  it('goes out once when the button is pressed fifty times at once', async () => {
    const id = await ready();
    const before = await present();
    const presses = await Promise.allSettled(
      Array.from({ length: 50 }, () => person.call('submitProcess', { params: { id } })),
    );
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectSentOnce(id, before);
  });

  it('goes out once when the delivery service takes it and its answer is lost', async () => {
    const id = await ready();
    const before = await present();
    portal.partners.delivery.faults.set({ fault: 'dropAnswer', call: 'finalize' });
    await person.call('submitProcess', { params: { id } });
    await expectSentOnce(id, before);
  });
});
