import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Interrupted } from '#domain/interruption.ts';
import type { InterruptionEvent } from '#machines/interruption/interruption.types.ts';
import type { Config } from '#server/config/config.ts';
import { createRollOut } from '#server/content-roll-out/roll-out.ts';
import { openContent } from '#server/content-store/content-store.ts';
import type { ServerContext } from '#server/context.ts';
import { measureRequests } from '#server/http/measure.ts';
import { answerProblems } from '#server/http/problems.ts';
import { createInterruptions } from '#server/interruptions/interruptions.ts';
import { interruptionMark, moveInterruption } from '#server/interruptions/row.ts';
import { recorded } from '#server/journal/journal.ts';
import { createMetrics } from '#server/monitoring/metrics.ts';
import { type Monitoring, startMonitoring } from '#server/monitoring/monitoring.ts';
import { createReadiness } from '#server/monitoring/readiness.ts';
import { addGauges } from '#server/operations/gauges.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import { partnerPresence } from '#server/partners/partner-presence.ts';
import { openSecurityFile } from '#server/security/security-log.ts';
import { DatabaseUnavailable } from '#server/storage/database-unavailable.ts';
import { json } from '#server/storage/json.ts';
import { openPool } from '#server/storage/postgres.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { processRow } from '#server/storage/testing/process-row.ts';
import { insertSubmission } from '#server/submission/row.ts';
import { keepCertificates } from '#server/watch/certificates.ts';
import { clockCalls, watchClocks } from '#server/watch/clock.ts';
import { loadKeyPair } from '#stand-ins/kit/key-pair.ts';
import { sourceOf } from '../house/imports.ts';
import { evaluate, type Scrape, samplesOf } from './prometheus.ts';

/**
 * Each alert is raised by its fault, not before, and ends with it: real parts of a server, whose metrics are read as
 * Prometheus reads them. How long a fault lasts (`for`) is Prometheus's work.
 */

type Rule = { alert: string; expr: string; severity: string; summary: string; runbook: string };

/** The rules, from a file of which every line is understood. */
function rulesIn(text: string): Rule[] {
  const rules: Rule[] = [];
  let isFolded = false;
  for (const line of text.split('\n').slice(3)) {
    const [, alert, expr, length] =
      /^ {6}- alert: (\w+)$|^ {8}expr: (.+)$|^ {8}(?:keep_firing_)?for: (\d+m)$/.exec(line) ?? [];
    const [, severity, summary, runbook] =
      /^ {8}labels: \{ severity: (page|ticket) \}$|^ {10}summary: ["'](.+)["']$|^ {10}runbook: (\S+)$/.exec(
        line,
      ) ?? [];
    if (alert !== undefined) rules.push({ alert, expr: '', severity: '', summary: '', runbook: '' });
    else if (severity !== undefined) Object.assign(rules.at(-1)!, { severity });
    else if (summary !== undefined) Object.assign(rules.at(-1)!, { summary });
    else if (runbook !== undefined) Object.assign(rules.at(-1)!, { runbook });
    else if (line === '        annotations:') isFolded = false;
    else if (expr !== undefined) rules.at(-1)!.expr = expr === '>' ? '' : expr;
    else if (isFolded && line.startsWith(' '.repeat(10))) rules.at(-1)!.expr += ` ${line.trim()}`;
    else if (length === undefined && line !== '') throw new Error(`not understood: ${line}`);
    isFolded = expr === '>' || (isFolded && line.startsWith(' '.repeat(10)));
  }
  return rules;
}
const rules = rulesIn(sourceOf('docs/alerts.yml'));

const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'));
const log = pino({ level: 'silent' });
const storage = await openTestStorage();
const started = new Date();
let now = started;
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
let lookMs = 0;
const presence = partnerPresence(log);
const requests = createMetrics();
const jobs = new PgBoss({ ...storage.jobs, schema: 'jobs', supervise: false, schedule: false });
const dir = path.join(folder, 'content');
cpSync('content', dir, { recursive: true });
const content = openContent({ dir, skipBroken: false }, log);
const full = await fullDatabase();
const pool = openPool(() => full.url, log);
const logFile = path.join(folder, 'security.jsonl');
symlinkSync('/dev/null', logFile);
const securityFile = openSecurityFile(logFile, () => {});
/** A second process, of which Prometheus knows that it is there, and when the first one has started. */
let secondIsUp = true;
let startedAt = 1;
/** The scrapes between the first look and the last. */
let between: Scrape[] = [];
const context = {
  storage: { ...storage, refusedForRoom: pool.refusedForRoom },
  now: () => now,
  interruptions: createInterruptions({ db: storage.db, now: () => now, log, isAlone: true }),
  content: content.current,
  contentReport: content.report,
  build: { version: '1.0.0', commit: 'abc' },
} as unknown as ServerContext;
let waitedMs = 0;
const rollOut = createRollOut({
  ...{ db: storage.db, store: content, dir, id: randomUUID(), name: 'one', log },
  clock: () => waitedMs,
});
const ask = createPartnerClient({ partner: 'payment', timeoutMs: 5000, mostBytes: 1000, presence });

let certificates: ReturnType<typeof keepCertificates>;
let clocks: ReturnType<typeof watchClocks> | null = null;
let monitoring: Monitoring | null = null;
let app: FastifyInstance;
let away: { url: string; open(): Promise<void>; close(): void };

/** A PostgreSQL whose disk is full: it answers each statement with that. */
async function fullDatabase() {
  const message = (letter: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(content.length + 4);
    return Buffer.concat([Buffer.from(letter), length, content]);
  };
  const ready = message('Z', Buffer.from('I'));
  const hello = Buffer.concat([message('R', Buffer.alloc(4)), ready]);
  const refusal = Buffer.concat([
    message('E', Buffer.from('SERROR\0C53100\0Mcould not extend file\0\0')),
    ready,
  ]);
  const server = createSocketServer((socket) => {
    let isNew = true;
    socket.on('error', () => {});
    socket.on('data', () => {
      socket.write(isNew ? hello : refusal);
      isNew = false;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, url: `postgres://portal@127.0.0.1:${port}/portal` };
}

/** A partner that can be away. */
async function partner() {
  const server = createServer((_request, response) => response.end('here'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    open: async () => void (await once(server.listen(port, '127.0.0.1'), 'listening')),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const watch = async () => {
  monitoring = await startMonitoring(
    { port: 0, host: '127.0.0.1' },
    {
      readiness: createReadiness(),
      // Long enough after the last look, each time.
      now: () => {
        lookMs += 1_000;
        return lookMs;
      },
      metrics: async () => {
        // New at each look: what is in tables is remembered for half a minute.
        const fresh = createMetrics();
        addGauges(fresh.registry, context, {
          partners: presence.standing,
          certificates: certificates.days,
          clocks: () => clocks?.ahead() ?? [],
          contentWaits: rollOut.waitingSeconds,
          logs: () => [{ log: 'security', isUnwritten: securityFile.fault() !== null }],
        });
        const texts = [(await fresh.text()).text, (await requests.text()).text];
        return { type: 'text/plain', text: texts.join('\n') };
      },
    },
  );
};

beforeAll(async () => {
  await jobs.start();
  await jobs.createQueue('mail');
  const { privateKey, certificate } = await loadKeyPair(folder, 'portal', 'portal');
  const config = { POSTBOX_PRIVATE_KEY: privateKey, POSTBOX_CERTIFICATE: certificate } as Config;
  certificates = keepCertificates(config, { readAgain: () => config, log, now: () => now });
  away = await partner();
  app = Fastify();
  measureRequests(app, requests);
  answerProblems(app);
  app.get('/fine', async () => 'fine');
  app.get('/broken', async () => {
    throw new TypeError('a fault of ours');
  });
  app.get('/full', async () => {
    throw new DatabaseUnavailable('refused', { cause: { code: '53100' } });
  });
  await watch();
}, 120_000);
afterAll(async () => {
  certificates.stop();
  away.close();
  await app.close();
  await pool.end();
  full.server.close();
  await monitoring?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads the metrics as Prometheus does; of a process that does not answer it knows only that. */
async function scrape(): Promise<Scrape> {
  const at = performance.now() / 1000;
  const answer = await fetch(`${monitoring!.address}/metrics`).catch(() => null);
  const found = answer?.ok ? samplesOf(await answer.text()) : [];
  const up = (instance: string, isUp: boolean) => ({
    ...{ name: 'up', labels: { job: 'portal', instance }, value: isUp ? 1 : 0 },
  });
  return {
    at,
    samples: [
      ...found.filter(({ name }) => name !== 'process_start_time_seconds'),
      up('first', answer?.ok === true),
      up('second', secondIsUp),
      {
        name: 'process_start_time_seconds',
        labels: { job: 'portal', instance: 'first' },
        value: startedAt,
      },
    ],
  };
}

async function submissionIn(state: 'waiting' | 'SUBMISSION_FAILURE', statusChanged: Date): Promise<string> {
  const row = processRow(now, { status: 'COMPLETED', context: json({ running: true }), statusChanged });
  await recorded(context, async (trx) => {
    await trx.insertInto('process').values(row).execute();
    await insertSubmission(context, trx, row.id, 'server');
  });
  await storage.db.updateTable('submission').set({ state }).where('processId', '=', row.id).execute();
  return row.id;
}
const forget = async (processId: string) => {
  await storage.db.deleteFrom('submission').where('processId', '=', processId).execute();
};

/** Compares the clock with that of an account, once. */
async function compareAt(aheadSeconds: number): Promise<void> {
  clocks?.stop();
  const login = { address: away.url, ask: createPartnerClient({ partner: 'identity', ...clockCalls }) };
  const compared = watchClocks([login], log, () => new Date(Date.now() + aheadSeconds * 1000));
  clocks = compared;
  await expect.poll(() => compared.ahead().length).toBe(1);
}

/** Lets people ask, so that there are answers of both kinds. */
async function askOften(url: string): Promise<void> {
  for (let times = 0; times < 9; times += 1) await app.inject('/fine');
  await app.inject(url);
}

type Mend = () => Promise<unknown>;
/** The fault that each rule is for. @returns what ends it */
const faults: Record<string, () => Promise<Mend>> = {
  PortalDown: async () => {
    await monitoring!.stop();
    secondIsUp = false;
    return async () => {
      secondIsUp = true;
      await watch();
    };
  },
  ProcessDown: async () => {
    secondIsUp = false;
    return async () => {
      secondIsUp = true;
    };
  },
  ProcessRestarts: async () => {
    for (const second of [10, 20, 30]) {
      startedAt = second;
      between.push(await scrape());
    }
    return async () => {
      between = [];
    };
  },
  DatabaseFull: async () => {
    const client = await pool.connect();
    await expect(client.query('insert', [])).rejects.toBeInstanceOf(DatabaseUnavailable);
    client.release();
    return async () => {};
  },
  LogUnwritten: async () => {
    const to = (place: string) => {
      rmSync(logFile);
      symlinkSync(place, logFile);
      securityFile.reopen();
    };
    to('/dev/full');
    securityFile.write('line\n');
    await expect.poll(() => securityFile.fault()).not.toBeNull();
    return async () => {
      to('/dev/null');
      securityFile.write('line\n');
    };
  },
  PartnerSlow: async () => {
    for (let answer = 0; answer < 3; answer += 1) presence.noteAnswer('scanner', 'call', 3_100);
    return async () => {
      for (let answer = 0; answer < 3; answer += 1) presence.noteAnswer('scanner', 'call', 3_000);
    };
  },
  PartnerAway: async () => {
    away.close();
    await ask.get(away.url).catch(() => null);
    return async () => {
      await away.open();
      await ask.get(away.url);
    };
  },
  DeliveriesWait: async () => {
    const id = await submissionIn('waiting', later(-3700));
    return () => forget(id);
  },
  DeliveriesFailed: async () => {
    const id = await submissionIn('SUBMISSION_FAILURE', now);
    return () => forget(id);
  },
  JobsStuck: async () => {
    // Nobody works on this queue.
    const id = await jobs.send('mail', {}, { startAfter: later(-601) });
    return () => jobs.deleteJob('mail', id!);
  },
  PaymentsOpen: async () => {
    const row = processRow(now);
    await storage.db.insertInto('process').values(row).execute();
    const moment = { createdAt: later(-90_000), changedAt: now, askedUntil: later(90_000) };
    const none = {
      transactionId: null,
      reference: null,
      redirectUrl: null,
      method: null,
      checkoutSign: null,
    };
    await storage.db
      .insertInto('payment')
      .values({
        ...{
          id: randomUUID(),
          processId: row.id,
          attempt: 1,
          state: 'pending',
          checks: 0,
          ...moment,
          ...none,
        },
        ...{ context: json({ amountCents: 100 } as never), amountCents: 100, endPointId: 'e' },
      })
      .execute();
    // One that was not paid is asked about for as long, and is nobody's business.
    return () => storage.db.updateTable('payment').set({ state: 'cancelled' }).execute();
  },
  RefundsWait: async () => {
    await storage.db
      .insertInto('refund')
      .values({
        ...{ paymentId: randomUUID(), processId: randomUUID(), transactionId: 't', reference: null },
        ...{ endPointId: 'e', amountCents: 100, notedAt: later(-8 * 86_400) },
      })
      .execute();
    return () => storage.db.updateTable('refund').set({ refundedAt: now }).execute();
  },
  PauseForgotten: async () => {
    const move = async (what: Interrupted, event: InterruptionEvent) => {
      const seen = interruptionMark(context.interruptions.of(what));
      await storage.db.transaction().execute((trx) => moveInterruption(trx, what, { event, seen, at: now }));
      await context.interruptions.look();
    };
    const secondsOf = async (what: string) =>
      (await scrape()).samples.find(
        ({ name, labels }) => name === 'portal_paused_seconds' && labels.what === what,
      )?.value;
    const at = now.toISOString();
    const sentence = { de: 'Online-Zahlung gestört', en: 'Online payment is disturbed' };
    const said = { sentence, from: at, until: null, by: null, note: 'called the provider', at };
    const until = later(90_000).toISOString();
    await move('payment', { type: 'interruption.said', at, said });
    await move('maintenance', { type: 'interruption.said', at, said: { ...said, until } });
    expect(await secondsOf('payment')).toBe(0);
    now = later(86_401);
    // What ends by itself is not forgotten.
    expect([await secondsOf('payment'), await secondsOf('maintenance')]).toEqual([86_401, 0]);
    return async () => {
      now = started;
      for (const what of ['payment', 'maintenance'] as const)
        await move(what, { type: 'interruption.ended' });
    };
  },
  CertificateEnds: async () => {
    now = new Date(started.getTime() + (3650 - 13) * 86_400_000);
    return async () => {
      now = started;
    };
  },
  ClockWrong: async () => {
    await compareAt(-25);
    return () => compareAt(0);
  },
  ContentRefused: async () => {
    writeFileSync(path.join(dir, 'topics/bauen-und-wohnen.json'), '{');
    await content.reload();
    return async () => {
      cpSync('content/topics', path.join(dir, 'topics'), { recursive: true });
      await content.reload();
    };
  },
  ContentWaits: async () => {
    await rollOut.join();
    const { version } = content.current();
    const behind = {
      id: randomUUID(),
      name: 'behind',
      shows: version,
      has: version,
      asked: 0,
      faults: json([]),
    };
    await storage.db
      .insertInto('contentProcess')
      .values({ ...behind, seenAt: new Date() })
      .execute();
    appendFileSync(path.join(dir, 'topics/bauen-und-wohnen.json'), '\n');
    await rollOut.reload();
    waitedMs += 601_000;
    return async () => {
      await storage.db.deleteFrom('contentProcess').where('name', '=', 'behind').execute();
      await rollOut.reload();
    };
  },
  ErrorsShown: async () => {
    await askOften('/broken');
    return () => askOften('/fine');
  },
  PeopleRefused: async () => {
    await askOften('/full');
    return () => askOften('/fine');
  },
  // The last one: this database does not come back.
  DatabaseAway: async () => {
    await jobs.stop({ graceful: false });
    await storage.close();
    return async () => {};
  },
};

it('the oldest of each state is told, but for the ends', async () => {
  const ids = [await submissionIn('waiting', later(-50)), await submissionIn('waiting', later(-20))];
  const { samples } = await scrape();
  const ages = samples.filter(({ name }) => name === 'portal_oldest_state_seconds');
  const ageOf = (machine: string, state: string) =>
    ages.find(({ labels }) => labels.machine === machine && labels.state === state)?.value;
  expect(ageOf('submission', 'waiting')).toBe(50);
  expect(ageOf('process', 'COMPLETED')).toBe(50);
  await storage.db.updateTable('submission').set({ state: 'SUBMISSION_COMPLETED' }).execute();
  const after = (await scrape()).samples.filter(({ name }) => name === 'portal_oldest_state_seconds');
  expect(after.some(({ labels }) => labels.machine === 'submission')).toBe(false);
  for (const id of ids) await forget(id);
  await storage.db.deleteFrom('process').execute();
});

describe('each alert', () => {
  it('has a fault that raises it, and a chapter that says what to do', () => {
    const names = rules.map(({ alert }) => alert).sort();
    expect(Object.keys(faults).sort()).toEqual(names);
    for (const { alert, severity, summary, runbook } of rules) {
      expect(severity, alert).not.toBe('');
      expect(summary, alert).not.toBe('');
      expect(runbook).toBe(`docs/monitoring.md#${alert.toLowerCase()}`);
    }
    const chapters = Array.from(sourceOf('docs/monitoring.md').matchAll(/^### (\w+)$/gm), ([, name]) => name);
    expect(chapters.sort()).toEqual(names);
  });

  it.each(Object.keys(faults))(
    '%s is raised by its fault, not before, and ends with it',
    async (alert) => {
      const { expr } = rules.find((rule) => rule.alert === alert)!;
      const before = await scrape();
      const mend = await faults[alert]!();
      const during = await scrape();
      const raised = rules.filter((rule) => evaluate(rule.expr, [before, ...between, during]).length > 0);
      await mend();
      const after = await scrape();
      expect(evaluate(expr, [before, before])).toEqual([]);
      // Nothing else wakes anybody.
      expect(raised.map((rule) => rule.alert)).toEqual([alert]);
      // What nobody can find out now is missing, and not 0.
      if (alert === 'DatabaseAway')
        expect(during.samples.map(({ name }) => name)).not.toContain('portal_database_bytes');
      else expect(evaluate(expr, [during, after])).toEqual([]);
    },
    60_000,
  );
});

describe('the reader of rules', () => {
  const scrapes = [
    { at: 0, samples: samplesOf('a{x="1",y="2"} 1\na{x="2"} 5\nb 0') },
    { at: 10, samples: samplesOf('a{x="1",y="2"} 21\na{x="2"} 5\nb 0\n') },
  ];

  it.each<[string, object[]]>([
    ['a{x="2"}', [{ value: 5 }]],
    ['max by (x) (a) > 6', [{ labels: { x: '1' }, value: 21 }]],
    ['sum(rate(a[5m])) / count(a)', [{ value: 1 }]],
    ['absent(c) or a == 5', [{ value: 1 }, { value: 5 }]],
    ['absent(a{x="2"})', []],
    ['count(a == 7) == 0', []],
    ['sum(b) / sum(b) > 0', []],
    ['min(a) == 5 and max(a) == 21', [{ value: 5 }]],
    ['min(a) == 5 and max(a) == 22', []],
    ['changes(a{x="1"}[15m])', [{ value: 1 }]],
    ['changes(a{x="2"}[15m])', [{ value: 0 }]],
  ])('reads %s', (expression, expected) => {
    expect(evaluate(expression, scrapes)).toMatchObject(expected);
    expect(evaluate(expression, scrapes)).toHaveLength(expected.length);
  });

  it.each([
    'a + 1',
    'a{x!="1"}',
    'rate(a[1m])',
    'avg(a)',
    'a > b',
    'max(a',
    'a offset 5m',
    'deriv(a[5m])',
    'a )',
  ])('refuses what it does not know: %s', (expression) => {
    expect(() => evaluate(expression, scrapes)).toThrow();
  });
});
