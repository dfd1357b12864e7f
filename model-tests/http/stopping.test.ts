import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { tinyPdf } from '#server/examination/testing/tiny-files.ts';
import { openStorage } from '#server/storage/database.ts';
import { complete, fillIn, settled } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

/** The documented end is long over by then, even on a busy machine (STOP_SECONDS in docs/operations.md). */
const NEVER_MS = 60_000;

let portal: Portal;
let person: PortalClient;
let log = '';
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  const output = (text: string) => {
    log += text;
  };
  portal = await startPortal({ environment: { LOG_LEVEL: 'warn' }, output });
  person = portal.client();
  await person.logIn('thomsen:Elster');
});
beforeEach(() => {
  log = '';
});
afterEach(() => agent.destroy());
afterAll(() => portal?.close());

/** A call on a kept connection that a test sends piece by piece. */
function upload(processId: string, bytes: Uint8Array) {
  const { hostname, port } = new URL(portal.url);
  const query = new URLSearchParams({ path: 'reliefProof', name: 'nachweis.pdf' });
  const request = httpRequest({
    hostname,
    port,
    path: `/api/process/${processId}/upload?${query}`,
    method: 'POST',
    agent,
    headers: {
      ...person.headers(),
      'content-type': 'application/octet-stream',
      'content-length': bytes.length,
    },
  });
  const answer = new Promise<{ status: number; connection: string | undefined } | null>((resolve) => {
    request.on('error', () => resolve(null));
    request.on('response', (response: IncomingMessage) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, connection: response.headers.connection });
    });
  });
  return { request, answer };
}

const started = async () => {
  const { id } = await fillIn(person, 'hundesteuer');
  return id;
};

const sentOnes = async () =>
  (await portal.delivery.submissions()).filter(({ state }) => state !== 'incomplete').length;

/** Waits until written data has reached the server. */
const arrival = () => new Promise((resolve) => setTimeout(resolve, 500));

/** Stored number of readings of the start page. */
async function pagesCounted(): Promise<number> {
  const storage = await openStorage({ dataDir: portal.dataDir });
  const { rows } = await sql<{ count: string }>`
    select coalesce(sum(count), 0) as count from daily_count where kind = 'page'`.execute(storage.db);
  await storage.close();
  return Number(rows[0]?.count);
}

/** Asks the server to end. @returns whether it has */
async function stopped(): Promise<boolean> {
  const limit = Promise.withResolvers<false>();
  const timer = setTimeout(() => limit.resolve(false), NEVER_MS);
  const ended = await Promise.race([portal.stop().then(() => true), limit.promise]);
  clearTimeout(timer);
  if (!ended) await portal.kill();
  return ended;
}

type Case = {
  /** Begins work that is in progress when the server is ordered to end. */
  begin(): Promise<{ meanwhile?(): void; after?(): Promise<void> }>;
  cutsOff: boolean;
};

const cases: Record<string, Case> = {
  'a connection that has said nothing': {
    cutsOff: false,
    begin: async () => {
      const { port } = new URL(portal.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      return {};
    },
  },
  'a kept connection between two calls': {
    cutsOff: false,
    begin: async () => {
      await fetch(new URL('/api', portal.url)).then((answer) => answer.text());
      return {};
    },
  },
  'an upload that ends a moment later': {
    cutsOff: false,
    begin: async () => {
      const bytes = tinyPdf({ text: 'Nachweis' });
      const { request, answer } = upload(await started(), bytes);
      request.write(bytes.subarray(0, 100));
      await arrival();
      return {
        meanwhile: () => void setTimeout(() => request.end(bytes.subarray(100)), 1_000),
        after: async () => expect(await answer).toEqual({ status: 201, connection: 'close' }),
      };
    },
  },
  'an upload whose sender has stopped': {
    cutsOff: true,
    begin: async () => {
      const { request, answer } = upload(await started(), new Uint8Array(5_000));
      request.write(new Uint8Array(100));
      await arrival();
      return { after: async () => expect(await answer).toBeNull() };
    },
  },
  'a head that does not end': {
    cutsOff: true,
    begin: async () => {
      const { port } = new URL(portal.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write('GET /api HTTP/1.1\r\n');
      await arrival();
      return {};
    },
  },
  'an application whose delivery does not end': {
    cutsOff: false,
    begin: async () => {
      const id = await started();
      await complete(person, id);
      const before = await sentOnes();
      portal.partners.delivery.faults.set({ fault: 'trickle', requests: 1 });
      await person.call('submitProcess', { params: { id } });
      await arrival();
      return {
        after: async () => {
          expect(await settled(person, id)).toMatchObject({ status: 'SUBMITTED' });
          expect((await sentOnes()) - before).toBe(1);
        },
      };
    },
  },
  'an application that is being sent': {
    cutsOff: false,
    begin: async () => {
      const id = await started();
      await complete(person, id);
      const before = await sentOnes();
      await person.call('submitProcess', { params: { id } });
      return {
        after: async () => {
          expect(await settled(person, id)).toMatchObject({ status: 'SUBMITTED' });
          expect((await sentOnes()) - before).toBe(1);
        },
      };
    },
  },
};

let countedBefore = 0;

it.each(Object.entries(cases))('ends, and loses nothing: %s', async (_, { begin, cutsOff }) => {
  const { meanwhile, after } = await begin();
  const before = await fetch(portal.url).then(({ status }) => status);
  expect(before).toBe(200);
  const end = stopped();
  meanwhile?.();
  const hasEnded = await end;
  const told = log;
  const counted = await pagesCounted();
  const isCounted = counted > countedBefore;
  countedBefore = counted;
  await portal.start();
  // The log has no errors.
  const errors = told.split('\n').filter((line) => line.includes('"level":50'));
  expect({ hasEnded, isCounted, cutsOff: told.includes('calls were cut off at the end'), errors }).toEqual({
    hasEnded: true,
    isCounted: true,
    cutsOff,
    errors: [],
  });
  await after?.();
});
