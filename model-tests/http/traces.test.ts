import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CollectorStandIn, startCollectorStandIn } from '#stand-ins/collector/server.ts';
import type { ReceivedSpan } from '#stand-ins/collector/trace-request.ts';
import { DEMONSTRATION_PERSONS } from '#stand-ins/identity/persons.ts';
import { demonstrationAnswers } from '../forms/demonstration-answers.ts';
import { complete, fillIn, pay, settled } from './applications.ts';
import type { PortalClient } from './client.ts';
import { type Portal, startPortal } from './portal.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const LAST = '5bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const ADDRESS = 'traced.petra@example.com';
const SEARCHED = 'Mustermannstraße';

let portal: Portal;
let collector: CollectorStandIn;
let output = '';
const traces = () => ({
  LOG_LEVEL: 'warn',
  TRUST_PROXY: 'loopback',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-portal',
  OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
  OTEL_BSP_SCHEDULE_DELAY: '100',
  OTEL_BSP_MAX_QUEUE_SIZE: '20000',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
});
beforeAll(async () => {
  collector = await startCollectorStandIn({ port: 0, token: 'of-the-portal' });
  portal = await startPortal({
    environment: traces(),
    output: (text) => {
      output += text;
    },
  });
});
afterAll(async () => {
  await portal?.close();
  await collector?.close();
});

const spansOf = (trace: string) => collector.spans().filter(({ traceId }) => traceId === trace);
const named = (spans: readonly ReceivedSpan[], name: RegExp) => spans.filter((span) => name.test(span.name));

/** Waits for a span of a trace. */
const arrived = (trace: string, name: RegExp) =>
  vi.waitFor(() => expect(named(spansOf(trace), name)).not.toEqual([]), 120_000);

/** A browser whose proxy names each request as a part of this trace; null for a proxy that does not. */
function behindProxy(): { client: PortalClient; trace(id: string | null, flags?: string): void } {
  const client = portal.client();
  const own = client.headers.bind(client);
  let traceparent: string | null = null;
  client.headers = () => ({ ...own(), ...(traceparent !== null && { traceparent }) });
  return {
    client,
    trace: (id, flags = '01') => {
      traceparent = id === null ? null : `00-${id}-${PARENT}-${flags}`;
    },
  };
}

/** Every text of what was entered. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

describe('a journey through the portal', () => {
  const seen: string[] = [];
  beforeAll(async () => {
    const { client, trace } = behindProxy();
    await client.logIn('thomsen:Elster');
    await client.call('search', { query: { q: SEARCHED, lang: 'de' } });
    await client.fetch(`/suche?q=${encodeURIComponent(SEARCHED)}`);
    const draft = await fillIn(client, 'fischereischein', { change: { email: ADDRESS } });
    await pay(client, await complete(client, draft.id));
    await settled(client, draft.id);
    const other = await fillIn(client, 'hundesteuer', { change: { email: ADDRESS } });
    await complete(client, other.id);
    trace(TRACE);
    await client.call('submitProcess', { params: { id: other.id } });
    trace(null);
    await settled(client, other.id);
    const { attributes } = DEMONSTRATION_PERSONS.find(({ id }) => id === 'thomsen')!;
    const answers = demonstrationAnswers({
      today: new Date(),
      file: (name) => ({ id: 'no', name, size: 1, type: 'application/pdf' }),
    });
    seen.push(
      draft.id,
      other.id,
      ADDRESS,
      SEARCHED,
      encodeURIComponent(SEARCHED),
      ...client.cookies.values(),
      ...[attributes, answers.hundesteuer, answers.fischereischein].flatMap(textsIn),
    );
    await arrived(TRACE, /^job submission$/);
    // Spans are sent in the order of their ends.
    trace(LAST);
    await client.fetch('/api');
    await arrived(LAST, /^GET/);
  });

  it('is one trace from the proxy over the request to the job and to the partners that it calls', () => {
    const spans = spansOf(TRACE);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    /** Names of a span and of all that it is a part of. */
    const way = (span: ReceivedSpan): string[] => {
      const parent = byId.get(span.parentSpanId ?? '');
      return [span.name, ...(parent ? way(parent) : [span.parentSpanId ?? 'none'])];
    };
    const [call] = named(spans, /^delivery service (POST|PUT)/);
    expect(way(call!)).toEqual([
      expect.stringMatching(/^delivery service/),
      'job submission',
      'PUT /api/process/:id/submit',
      PARENT,
    ]);
    expect(call?.kind).toBe('client');
    const [request] = named(spans, /\/submit$/);
    expect(request).toMatchObject({
      kind: 'server',
      attributes: {
        'http.request.method': 'PUT',
        'http.route': '/api/process/:id/submit',
        'http.response.status_code': 202,
      },
      resource: { 'service.name': 'serviceportal', 'deployment.environment.name': 'test' },
    });
    const [statement] = named(spans, /^(select|update|insert) /);
    expect(way(statement!).at(-1)).toBe(PARENT);
  });

  it('has calls of partners within the requests of people', () => {
    const all = collector.spans();
    const requests = new Map(named(all, /^(GET|POST|PUT) \//).map((span) => [span.spanId, span.name]));
    const within = named(all, /^payment /).map(({ parentSpanId }) => requests.get(parentSpanId ?? ''));
    expect(within).toContain('POST /api/payment/:processId/start');
  });

  it('says nothing about anybody', () => {
    const bytes = collector.bytes();
    const told = [...new Set(seen)].filter((text) => text.length > 4 && bytes.includes(text));
    expect(told).toEqual([]);
    expect(seen.length).toBeGreaterThan(50);
    // No id of anything that is stored; a request may be named by one.
    const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/;
    for (const { name, attributes } of collector.spans()) {
      const { 'portal.request.id': _, ...others } = attributes;
      expect(`${name} ${JSON.stringify(others)}`).not.toMatch(uuid);
    }
  });

  it('is told by few names, which are those of the code', () => {
    const spans = collector.spans();
    expect(new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)))).toEqual(
      new Set([
        'http.request.method',
        'http.route',
        'http.response.status_code',
        'portal.request.id',
        'portal.partner',
        'messaging.destination.name',
        'messaging.operation.type',
        'db.system.name',
        'db.operation.name',
        'db.collection.name',
      ]),
    );
    expect(spans.flatMap(({ events }) => events)).toEqual([]);
    expect(named(spans, /[?%]|\d{4}/)).toEqual([]);
  });
});

/** Lines of the log with this message. */
const said = (message: string) => output.split('\n').filter((line) => line.includes(`"msg":"${message}"`));
const page = async () => (await fetch(portal.url)).status;

describe('while the collector', () => {
  it.each<[string, () => void]>([
    ['hangs', () => collector.faults.set({ fault: 'silent', requests: 1_000_000 })],
    ['floods', () => collector.faults.set({ fault: 'huge', requests: 1_000_000 })],
    ['refuses', () => collector.refuse(401)],
  ])('%s, people are served, and operators are told once, and once of its return', async (_what, begin) => {
    output = '';
    begin();
    const served = async (message: string) => {
      expect(await page()).toBe(200);
      return said(message).length;
    };
    await expect.poll(() => served('a partner is away')).toBe(1);
    const asked = collector.requests();
    await expect.poll(async () => (await page()) === 200 && collector.requests() > asked + 2).toBe(true);
    collector.faults.end();
    collector.refuse(null);
    await expect.poll(() => served('a partner is back')).toBe(1);
    expect(said('a partner is away')).toHaveLength(1);
    expect(said('a partner is away')[0]).toContain('"partner":"trace collector"');
  });

  const gathering = { OTEL_BSP_SCHEDULE_DELAY: '60000', OTEL_EXPORTER_OTLP_TIMEOUT: '60000' };

  it('is there, the process sends at its end what it has', async () => {
    await portal.stop();
    await portal.start(gathering);
    const before = collector.spans().length;
    await page();
    expect(collector.spans()).toHaveLength(before);
    await portal.stop();
    expect(named(collector.spans().slice(before), /^GET \/$/)).toHaveLength(1);
  });

  it('hangs, the process ends all the same', async () => {
    await portal.start(gathering);
    await page();
    collector.faults.set({ fault: 'silent', requests: 1_000_000 });
    output = '';
    await portal.stop();
    expect(said('not ended in time')).toEqual([]);
    collector.faults.end();
  });
});
