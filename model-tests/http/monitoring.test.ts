import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete, fillIn, settled } from './applications.ts';
import { freePorts } from './free-ports.ts';
import { type Portal, startPortal } from './portal.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** Metrics and readiness of a process while people use it. */
const postgres: PostgresServer | null = await startPostgres();
const port = await freePorts();
const watched = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
const metrics = async () => (await watched('/metrics')).text();

/** Returns the value of a metric with these labels; undefined when there is none. */
const numberOf = (text: string, name: string, labels = '') => {
  const line = text.split('\n').find((one) => one.startsWith(`${name}${labels} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

let portal: Portal;
let log = '';
beforeAll(async () => {
  portal = await startPortal({
    environment: {
      LOG_LEVEL: 'warn',
      MONITORING_PORT: String(port),
      STOP_DELAY_SECONDS: '2',
      ...(postgres && { DATABASE_URL: postgres.url }),
    },
    output: (text) => {
      log += text;
    },
  });
});
afterAll(async () => {
  await portal.close();
  await postgres?.stop();
});

describe('a process that is watched', () => {
  it('says that it is ready, and what it counts, without anything about a person', async () => {
    expect((await watched('/ready')).status).toBe(200);
    const person = portal.client();
    await person.logIn('thomsen:Elster');
    const { id } = await fillIn(person, 'hundesteuer');
    await complete(person, id);
    await person.call('submitProcess', { params: { id } });
    const { result } = await settled(person, id);
    const text = await metrics();
    expect(numberOf(text, 'portal_database_up')).toBe(1);
    expect(numberOf(text, 'portal_database_bytes')).toBeGreaterThan(1_000_000);
    expect(numberOf(text, 'portal_waiting', '{what="refunds"}')).toBe(0);
    expect(numberOf(text, 'portal_certificate_days', '{certificate="NKB_CERTIFICATE"}')).toBeGreaterThan(300);
    expect(numberOf(text, 'portal_partner_up', '{partner="delivery service"}')).toBe(1);
    expect(text).toMatch(/portal_states\{machine="process",state="SUBMITTED"\} 1\n/);
    expect(text).toMatch(/portal_http_request_seconds_count\{method="PUT",route="\/api\/process\/:id[^"]*"/);
    if (postgres) expect(text).toContain('portal_database_connections{state="used"}');
    // Its own questions are none that wait.
    const waiting = async () => numberOf(await metrics(), 'portal_database_connections', '{state="waiting"}');
    if (postgres) await expect.poll(waiting).toBe(0);
    const names = new Set(Array.from(text.matchAll(/^# TYPE (portal_\w+) /gm), ([, name]) => name));
    const docs = readFileSync('docs/monitoring.md', 'utf8');
    expect([...names].filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
    const alerts = readFileSync('docs/alerts.yml', 'utf8');
    const used = alerts.match(/portal_\w+(?=\W)/g)?.map((name) => name.replace(/_count$/, ''));
    expect(used?.filter((name) => !names.has(name))).toEqual([]);
    const raised = Array.from(alerts.matchAll(/alert: (\w+)/g), ([, name]) => name);
    expect(raised.filter((name) => !docs.includes(`### ${name}\n`))).toEqual([]);
    for (const secret of [id, result!.ticketNumber, 'Thomsen', 'thomsen'])
      expect(text, secret).not.toContain(secret);
  });

  it('names a partner that is away, and that it is back', async () => {
    const person = portal.client();
    await person.logIn('thomsen:Elster');
    const { id } = await fillIn(person, 'meldebescheinigung');
    const { version } = await complete(person, id);
    const pay = () => person.call('startPayment', { params: { processId: id }, body: { version } });
    portal.partners.payment.faults.set({ fault: 'down', requests: 50 });
    await expect(pay()).rejects.toMatchObject({ problem: { code: 'payment-unavailable' } });
    // An answer with metrics counts for half a second.
    const isUp = async () => numberOf(await metrics(), 'portal_partner_up', '{partner="payment"}');
    await expect.poll(isUp).toBe(0);
    portal.partners.payment.faults.end();
    await pay();
    await expect.poll(isUp).toBe(1);
    expect(log).toContain('a partner is away');
    expect(log).toContain('a partner is back');
  });

  it.runIf(postgres)('is not ready while the database is away, and lives', async () => {
    await postgres!.crash();
    try {
      const ready = await watched('/ready');
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { ready: false, missing: { database: expect.any(String) } },
      ]);
      expect((await watched('/live')).status).toBe(200);
      await expect.poll(async () => numberOf(await metrics(), 'portal_database_up')).toBe(0);
    } finally {
      await postgres!.start();
    }
    await expect.poll(async () => (await watched('/ready')).status, { timeout: 30_000 }).toBe(200);
  });

  it('says first that it ends, and serves people until it does', async () => {
    const ended = portal.stop();
    await expect.poll(async () => (await watched('/ready')).status, { interval: 50 }).toBe(503);
    const ready = await (await watched('/ready')).json();
    expect(ready).toEqual({ ready: false, missing: { process: 'is ending' } });
    expect((await fetch(portal.url)).status).toBe(200);
    await ended;
    await expect(watched('/live')).rejects.toThrow();
  });
});
