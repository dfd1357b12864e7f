import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { KIEL, offerOf } from './applications.ts';
import { type PortalClient, Refused } from './client.ts';
import { asPerson, expectPersonToComeBack, expectProgramToComeBack } from './come-back.ts';
import { fullDiskServer, type Portal, startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';
import { smallDisk } from './small-disk.ts';

const disk = await smallDisk(160);
const postgres = disk && (await startPostgres(disk.folder));
afterAll(async () => {
  await postgres?.stop();
  await disk?.remove();
});

/** Part of the person's input and of the uploads. */
const SECRET = 'Verschwiegen';
const params = (id: string) => ({ params: { id } });

/** A person with a form, and the save that was acknowledged last. */
type Writer = { person: PortalClient; id: string; version: number; saved: string };

async function begin(portal: Portal): Promise<Writer> {
  const person = portal.client();
  await person.call('openPseudo', { body: { locale: 'de' } });
  const { id, version } = await person.call('startProcess', {
    body: { metadataId: offerOf('hundesteuer').metadataId, area: KIEL },
  });
  return { person, id, version, saved: '' };
}

const answerOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error) => (error instanceof Refused ? `${error.problem.status} ${error.problem.code}` : 'no answer'),
  );

/** Saves and uploads incompressible data. @returns the outcome of each */
async function write(writer: Writer, kilobytes: number): Promise<string[]> {
  const { person, id } = writer;
  const dogName = `${SECRET} ${randomBytes(20_000).toString('base64')}`;
  const body = { version: writer.version, data: { dogName }, page: null };
  const saving = person.call('saveProgress', { ...params(id), body }).then(({ version }) => {
    Object.assign(writer, { version, saved: dogName });
  });
  const length = kilobytes * 1000;
  const padding = { dictionary: `<< /Length ${length} >>`, bytes: randomBytes(length) };
  const bytes = tinyPdf({ text: SECRET, objects: [padding] });
  const saved = await answerOf(saving);
  return [saved, await answerOf(person.upload(id, 'reliefProof', `${SECRET}.pdf`, bytes))];
}

async function expectKept({ person, id, version, saved }: Writer): Promise<void> {
  const stored = await person.openForm({ ...params(id), query: {} });
  expect(stored.version).toBe(version);
  expect(stored.data).toEqual({ dogName: saved });
}

function expectSilent(log: string): void {
  for (const told of [SECRET, Buffer.from(SECRET).toString('base64').slice(0, -4)]) {
    expect(log).not.toContain(told);
  }
}

const refused = ['503 database-unavailable', '503 database-unavailable'];
const done = ['done', 'done'];

describe('a full disk, with the embedded database', () => {
  let log = '';
  let portal: Portal;
  beforeAll(async () => {
    portal = await startPortal({
      script: fullDiskServer,
      environment: { LOG_LEVEL: 'trace' },
      output: (text) => {
        log += text;
      },
    });
  });
  afterAll(() => portal?.close());

  it('is said to whoever writes, keeps what was acknowledged, and is gone with the want of room', async () => {
    const writer = await begin(portal);
    expect(await write(writer, 50)).toEqual(done);
    await portal.setDisk('full');
    expect(await write(writer, 50)).toEqual(refused);
    const feedback = (headers: Record<string, string>) =>
      fetch(new URL('/en/feedback', portal.url), {
        method: 'POST',
        headers,
        body: new URLSearchParams({ occasion: 'sent', found: 'yes', text: '' }),
      });
    await expectProgramToComeBack(await feedback({}), 503, 'database-unavailable');
    await expectPersonToComeBack(await feedback(asPerson), 503, {
      code: 'database-unavailable',
      languages: ['en'],
    });
    const answer = await writer.person.fetch(`/api/process/${writer.id}`);
    expect(answer.status).toBe(200);
    await expectKept(writer);
    await portal.setDisk('free');
    expect(await write(writer, 50)).toEqual(done);
    await portal.kill();
    await portal.start();
    await expectKept(writer);
    expect(log).toContain('the database wants for room');
    expectSilent(log);
  });

  it('that has no room for the log of changes ends the service, which has everything at its next start', async () => {
    const writer = await begin(portal);
    await portal.setDisk('nearly full');
    let answers = done;
    // Each file of the write-ahead log has 16 MB.
    while (!answers.includes('no answer')) answers = await write(writer, 4_000);
    await portal.ended();
    await portal.start();
    const { version } = await writer.person.call('getProcess', { ...params(writer.id), query: {} });
    // The last save may have been stored without an answer, never the other way round.
    expect([writer.version, writer.version + 1]).toContain(version);
    expect(await write({ ...writer, version }, 50)).toEqual(done);
    expect(log).toContain('"code":"53100"');
    expectSilent(log);
  });
});

// Runs only with an installed PostgreSQL server, and with a right to mount a small file system for it, e.g. as root.
describe.runIf(postgres)('a full disk, with PostgreSQL', () => {
  it('is said to whoever writes, keeps what was acknowledged, and is gone with the want of room', async () => {
    let log = '';
    const portal = await startPortal({
      environment: { LOG_LEVEL: 'trace', DATABASE_URL: postgres?.url ?? '' },
      output: (text) => {
        log += text;
      },
    });
    try {
      const writer = await begin(portal);
      expect(await write(writer, 50)).toEqual(done);
      await disk?.fill();
      let answers = done;
      // The tables may have free space inside.
      while (answers.join() !== refused.join()) answers = await write(writer, 50);
      await expectKept(writer);
      await disk?.free();
      expect(await write(writer, 50)).toEqual(done);
      await expectKept(writer);
      expect(log).toContain('the database wants for room');
      expectSilent(log);
    } finally {
      await portal.close();
    }
  });
});
