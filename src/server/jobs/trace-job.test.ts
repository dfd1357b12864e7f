import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentSpan, type OpenSpan, type Tracer } from '#server/tracing/spans.ts';
import { traceJob } from './trace-job.ts';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const begun: unknown[] = [];
const ends: unknown[] = [];
const span: OpenSpan = {
  traceparent: PARENT,
  isRecorded: true,
  begin: () => span,
  note: () => {},
  end: (fault) => void ends.push(fault),
};
const tracer: Tracer = {
  begin: ({ name, kind, facts }, place) => {
    begun.push([name, place]);
    expect([kind, facts]).toEqual([
      'consumer',
      { 'messaging.destination.name': name.slice('job '.length), 'messaging.operation.type': 'process' },
    ]);
    return span;
  },
  stop: async () => {},
};
afterEach(() => {
  begun.length = 0;
  ends.length = 0;
  vi.useRealTimers();
});

describe('a job', () => {
  const at = new Date('2026-11-28T12:00:00Z').getTime();
  it.each([
    ['at once', 0, 'within'],
    ['within a minute', 60_000, 'within'],
    ['later', 60_001, 'after'],
  ])('that begins %s after it was asked for is traced with that', async (_when, later, place) => {
    vi.useFakeTimers({ now: at + later });
    let seen: OpenSpan | undefined;
    await traceJob(tracer, 'mail', { trace: { parent: PARENT, at } }, async () => {
      seen = currentSpan.getStore();
    });
    expect(begun).toEqual([['job mail', { [place]: PARENT }]]);
    expect(seen).toBe(span);
    expect(ends).toEqual([undefined]);
  });

  it.each([
    ['the clock', null],
    ['something that was not traced', {}],
  ])('of %s has a trace of its own', async (_what, data) => {
    await traceJob(tracer, 'expiry', data, async () => {});
    expect(begun).toEqual([['job expiry', { within: undefined }]]);
  });

  it('that fails says so, and fails', async () => {
    const fails = traceJob(tracer, 'mail', {}, async () => {
      throw new RangeError('Erika');
    });
    await expect(fails).rejects.toThrow('Erika');
    expect(ends).toEqual(['RangeError']);
  });

  it.each([[null], [{}]])('is just done where nothing is traced: %o', async (data) => {
    let done = false;
    await traceJob(null, 'expiry', data, async () => {
      done = currentSpan.getStore() === undefined;
    });
    expect(done).toBe(true);
  });
});
