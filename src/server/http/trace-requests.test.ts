import { request as ask } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentSpan, type OpenSpan, type SpanStart, type Tracer } from '#server/tracing/spans.ts';
import { requestIds } from './request-ids.ts';
import { trusting } from './security/callers.ts';
import { traceRequests } from './trace-requests.ts';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
type Ended = SpanStart & { place: unknown; fault: string | undefined };

let ended: Ended[];
let inside: unknown[];
const tracer: Tracer = {
  begin(start, place) {
    let facts = start.facts;
    let isOver = false;
    const span: OpenSpan = {
      traceparent: PARENT,
      isRecorded: true,
      begin: () => span,
      note: (more) => {
        facts = { ...facts, ...more };
      },
      end(fault) {
        if (!isOver) ended.push({ ...start, facts, place, fault });
        isOver = true;
      },
    };
    return span;
  },
  stop: async () => {},
};
const closers: (() => unknown)[] = [];
beforeEach(() => {
  ended = [];
  inside = [];
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(trusted: false | string[], traces: Tracer | null = tracer): Promise<string> {
  const trust = trusting(trusted);
  const app = Fastify({ trustProxy: trust!, genReqId: requestIds(trust) });
  closers.push(() => app.close());
  traceRequests(app, traces, trust);
  const note = () => void inside.push(currentSpan.getStore());
  app.get('/process/:id', async () => {
    note();
    return 'done';
  });
  app.post('/process/:id', async () => {
    note();
    return 'done';
  });
  app.get('/fails', async () => {
    throw new Error('Erika');
  });
  app.get('/slow', () => pause(60_000, undefined, { ref: false }));
  return app.listen({ port: 0, host: '127.0.0.1' });
}
const one = async (): Promise<Ended> => {
  await expect.poll(() => ended.length).toBe(1);
  return ended[0]!;
};

describe('a request', () => {
  it('is told by its route, and never by its address', async () => {
    const at = await start(['loopback']);
    await fetch(`${at}/process/4711?name=Erika`, { headers: { 'x-request-id': 'a1b2c3d4-proxy' } });
    expect(await one()).toEqual({
      name: 'GET /process/:id',
      kind: 'server',
      facts: {
        'http.request.method': 'GET',
        'http.route': '/process/:id',
        'http.response.status_code': 200,
        'portal.request.id': 'a1b2c3d4-proxy',
      },
      place: { within: undefined },
      fault: undefined,
    });
  });

  it('that has no route is told by its method', async () => {
    await fetch(`${await start(false)}/wp-admin/Erika`);
    const { name, facts, fault } = await one();
    expect([name, facts['http.route'], facts['http.response.status_code'], fault]).toEqual([
      'GET',
      undefined,
      404,
      undefined,
    ]);
  });

  it.each<[string, false | string[], string | undefined]>([
    ['one of our proxies', ['loopback'], PARENT],
    ['another one', ['10.0.0.5'], undefined],
    ['anybody', false, undefined],
  ])('belongs to the trace that %s names, or to its own', async (_who, trusted, within) => {
    await fetch(`${await start(trusted)}/process/1`, { headers: { traceparent: PARENT } });
    expect((await one()).place).toEqual({ within });
  });

  it('is the span of what is done for it, also after a body was read', async () => {
    const at = await start(false);
    await fetch(`${at}/process/1`, { method: 'POST', body: 'x'.repeat(100_000) });
    await fetch(`${at}/process/1`);
    expect(inside).toEqual([expect.objectContaining({ traceparent: PARENT }), expect.anything()]);
  });

  it('that fails says so, and nothing of why', async () => {
    await fetch(`${await start(false)}/fails`);
    const span = await one();
    expect(span.fault).toBe('500');
    expect(JSON.stringify(span)).not.toContain('Erika');
  });

  it('whose caller hangs up ends, too', async () => {
    const call = ask(`${await start(false)}/slow`).on('error', () => {});
    call.end();
    call.once('socket', (socket) => socket.once('connect', () => setImmediate(() => call.destroy())));
    expect((await one()).fault).toBe('hung up');
  });

  it('is not traced without a tracer', async () => {
    await fetch(`${await start(false, null)}/process/1`);
    expect(inside).toEqual([undefined]);
  });
});
