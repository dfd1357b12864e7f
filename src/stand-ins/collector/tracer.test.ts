import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPartnerFetch } from '#server/partners/partner-fetch.ts';
import { partnerPresence } from '#server/partners/partner-presence.ts';
import { currentRequest } from '#server/request-id.ts';
import { createTracer, type TracerOptions } from '#server/tracing/open-telemetry.ts';
import { inSpan, type SpanStart, type Tracer, through } from '#server/tracing/spans.ts';
import { uselessAnswers } from '#stand-ins/kit/faults.ts';
import { type CollectorStandIn, startCollectorStandIn } from './server.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const FROM_PROXY = `00-${TRACE}-${PARENT}-01`;
const request: SpanStart = { name: 'GET /x', kind: 'server', facts: { 'http.route': '/x' } };
const call: SpanStart = { name: 'payment GET', kind: 'client', facts: {} };

let collector: CollectorStandIn;
let tracers: Tracer[] = [];
const warn = vi.fn();
beforeEach(async () => {
  warn.mockClear();
  collector = await startCollectorStandIn({ port: 0, token: 'of-the-portal' });
});
afterEach(async () => {
  await Promise.all(tracers.map((tracer) => tracer.stop(0)));
  tracers = [];
  await collector.close();
});

function open(change: Partial<TracerOptions> = {}): Tracer {
  const tracer = createTracer({
    url: `${collector.endpoint}/v1/traces`,
    headers: () => ({ authorization: 'Bearer of-the-portal' }),
    timeoutMs: 300,
    sampler: 'parentbased_always_on',
    ratio: 1,
    delayMs: 20,
    mostWaiting: 100,
    resource: { 'service.name': 'serviceportal' },
    presence: partnerPresence({ warn }),
    pauseMs: 1,
    ...change,
  });
  tracers.push(tracer);
  return tracer;
}
const said = (message: string) => warn.mock.calls.filter(([, text]) => text === message).length;

describe('a trace', () => {
  it('goes on from its parent through what is done for it', async () => {
    const tracer = open();
    const span = tracer.begin(request, { within: FROM_PROXY });
    await through(span, () =>
      inSpan(call, async (inner) => inner?.note({ 'http.response.status_code': 200 })),
    );
    await tracer.stop(1_000);
    const [inner, outer] = collector.spans();
    expect(outer).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      name: 'GET /x',
      kind: 'server',
      attributes: { 'http.route': '/x' },
      status: { code: 0 },
      resource: { 'service.name': 'serviceportal' },
    });
    expect(inner).toMatchObject({
      traceId: TRACE,
      parentSpanId: outer?.spanId,
      kind: 'client',
      attributes: { 'http.response.status_code': 200 },
    });
    expect(span.traceparent).toBe(`00-${TRACE}-${outer?.spanId}-01`);
  });

  it('is its own after another one, and names it', async () => {
    const tracer = open();
    tracer.begin(request, { after: FROM_PROXY }).end();
    await tracer.stop(1_000);
    const [span] = collector.spans();
    expect(span?.links).toEqual([{ traceId: TRACE, spanId: PARENT }]);
    expect(span?.traceId).not.toBe(TRACE);
    expect(span?.parentSpanId).toBeUndefined();
  });

  it.each(['', 'something', `00-${'0'.repeat(32)}-${PARENT}-01`, `ff-${TRACE}-${PARENT}-01`])(
    'is its own where the parent is no place in a trace: %s',
    async (within) => {
      const tracer = open();
      tracer.begin(request, { within }).end();
      await tracer.stop(1_000);
      expect(collector.spans()).toHaveLength(1);
      expect(collector.spans()[0]?.parentSpanId).toBeUndefined();
    },
  );

  it('says of a fault its kind, and none of its words', async () => {
    const tracer = open();
    const fails = through(tracer.begin(request), () =>
      inSpan(call, async () => {
        throw new TypeError('Erika Mustermann');
      }),
    );
    await expect(fails).rejects.toThrow('Erika');
    await tracer.stop(1_000);
    expect(
      collector.spans().map(({ attributes, status }) => [attributes['error.type'], status.code]),
    ).toEqual([
      ['TypeError', 2],
      ['TypeError', 2],
    ]);
    expect(collector.bytes().includes('Erika')).toBe(false);
  });

  it('is not asked about where nothing is traced', async () => {
    expect(await inSpan(call, async (span) => span)).toBeUndefined();
  });
});

describe('what is traced', () => {
  const SAMPLED = FROM_PROXY;
  const NOT = `00-${TRACE}-${PARENT}-00`;
  it.each<[TracerOptions['sampler'], number, { own: boolean; sampled: boolean; not: boolean }]>([
    ['always_on', 1, { own: true, sampled: true, not: true }],
    ['always_off', 1, { own: false, sampled: false, not: false }],
    ['traceidratio', 0, { own: false, sampled: false, not: false }],
    ['traceidratio', 1, { own: true, sampled: true, not: true }],
    ['parentbased_always_on', 1, { own: true, sampled: true, not: false }],
    ['parentbased_always_off', 1, { own: false, sampled: true, not: false }],
    ['parentbased_traceidratio', 0, { own: false, sampled: true, not: false }],
    ['parentbased_traceidratio', 1, { own: true, sampled: true, not: false }],
  ])('is chosen by %s at %d', async (sampler, ratio, chosen) => {
    const tracer = open({ sampler, ratio });
    for (const [name, within] of [
      ['own', undefined],
      ['sampled', SAMPLED],
      ['not', NOT],
    ] as const) {
      const span = tracer.begin({ ...request, name }, { within });
      await through(span, () => inSpan(call, async () => {}));
      expect(span.traceparent.endsWith('-01')).toBe(chosen[name]);
    }
    await tracer.stop(1_000);
    const names = collector.spans().flatMap(({ name, kind }) => (kind === 'server' ? [name] : []));
    expect(names).toEqual(Object.entries(chosen).flatMap(([name, is]) => (is ? [name] : [])));
    expect(collector.spans()).toHaveLength(2 * names.length);
  });
});

describe('a collector', () => {
  it('is not told of the request during which spans are sent', async () => {
    const tracer = open({ delayMs: 1 });
    const ask = createPartnerFetch({ partner: 'payment', timeoutMs: 1_000, mostBytes: 1_000 });
    await currentRequest.run('a1b2c3d4-request', () =>
      through(tracer.begin(request), () => ask(`${collector.endpoint}/not-traces`)),
    );
    await expect.poll(() => collector.spans().length).toBe(2);
    tracer.begin({ ...request, name: 'GET /next' }).end();
    await expect.poll(() => collector.spans().some(({ name }) => name === 'GET /next')).toBe(true);
    // Its own calls are no part of a trace, which would never end.
    expect(collector.spans()).toHaveLength(3);
    const heads = collector.bytes().toString('latin1');
    expect(heads.match(/a1b2c3d4-request/g)).toHaveLength(1);
    const [client] = collector.spans().filter(({ kind }) => kind === 'client');
    expect(heads.match(/traceparent\n\S+/gi)).toEqual([
      `traceparent\n00-${client?.traceId}-${client?.spanId}-01`,
    ]);
  });

  // Nothing at all is how a collector says that it has taken everything.
  it.each(uselessAnswers.filter((fault) => fault !== 'empty'))(
    'that has the fault %s is told as away once, and once as back',
    async (fault) => {
      const tracer = open();
      const traceUntil = async (isTrue: () => boolean) =>
        vi.waitFor(() => {
          tracer.begin(request).end();
          expect(isTrue()).toBe(true);
        }, 8_000);
      collector.faults.set({ fault, requests: 1_000_000 });
      await traceUntil(() => said('a partner is away') === 1);
      const before = collector.requests();
      await traceUntil(() => collector.requests() > before + 4);
      collector.faults.end();
      await traceUntil(() => said('a partner is back') === 1);
      expect(warn.mock.calls.map(([about, text]) => [about.partner, text])).toEqual([
        ['trace collector', 'a partner is away'],
        ['trace collector', 'a partner is back'],
      ]);
      expect(collector.faults.sentBytes()).toBeLessThan(20 * 1024 * 1024);
    },
    20_000,
  );

  it.each([400, 401, 404, 413, 500])(
    'that refuses with %i is away, too, because traces are lost',
    async (status) => {
      collector.refuse(status);
      open().begin(request).end();
      await vi.waitFor(() => expect(said('a partner is away')).toBe(1));
      expect(warn.mock.calls[0]?.[0]).toEqual({ partner: 'trace collector', reason: `answered ${status}` });
    },
  );

  it('that is not there costs no more than a full queue, and nobody waits for it at the end', async () => {
    const tracer = open({ url: 'http://127.0.0.1:9/v1/traces', mostWaiting: 50 });
    for (let time = 0; time < 10_000; time += 1) tracer.begin(request).end();
    await vi.waitFor(() => expect(said('a partner is away')).toBe(1));
    const began = performance.now();
    await tracer.stop(200);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it('that hangs ends with the process, within its bound', async () => {
    collector.faults.set({ fault: 'silent', requests: 1_000 });
    const tracer = open({ timeoutMs: 60_000, delayMs: 60_000 });
    tracer.begin(request).end();
    const began = performance.now();
    await tracer.stop(200);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(collector.requests()).toBe(1);
    // Whoever ends tells nobody that others are away.
    await setImmediate();
    expect(warn).not.toHaveBeenCalled();
  });

  it('that comes back gets at most what may wait', async () => {
    collector.faults.set({ fault: 'down', requests: 1_000_000 });
    const tracer = open({ mostWaiting: 50, delayMs: 5 });
    for (let time = 0; time < 5_000; time += 1) tracer.begin(request).end();
    collector.faults.end();
    await tracer.stop(2_000);
    expect(collector.spans().length).toBeGreaterThan(0);
    expect(collector.spans().length).toBeLessThanOrEqual(100);
  });

  it('is sent what is waiting at the end', async () => {
    const tracer = open({ delayMs: 60_000 });
    for (let time = 0; time < 60; time += 1) tracer.begin(request).end();
    await tracer.stop(2_000);
    expect(collector.spans()).toHaveLength(60);
  });
});
