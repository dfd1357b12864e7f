import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CollectorStandIn, startCollectorStandIn } from './server.ts';

let collector: CollectorStandIn;
beforeAll(async () => {
  collector = await startCollectorStandIn({ port: 0, token: 'of-the-portal' });
});
afterAll(() => collector.close());

const TYPE = 'application/x-protobuf';
const post = async (body: Uint8Array, change: Record<string, string> = {}, path = '/v1/traces') => {
  const headers = { 'content-type': TYPE, authorization: 'Bearer of-the-portal', ...change };
  return (await fetch(collector.endpoint + path, { method: 'POST', headers, body: Buffer.from(body) }))
    .status;
};

/** A field of Protobuf with bytes: its number, their length, and they (each shorter than 128). */
const field = (number: number, value: Buffer | string): Buffer => {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
};
const time = (number: number, nanoseconds: bigint): Buffer => {
  const bytes = Buffer.alloc(9, number * 8 + 1);
  bytes.writeBigUInt64LE(nanoseconds, 1);
  return bytes;
};
/** A request with one span, written by hand from the protocol. */
const requestWith = ({ trace = Buffer.alloc(16, 1), name = 'GET /x', end = 2n } = {}): Buffer => {
  const kind = Buffer.from([6 * 8, 2]);
  const attribute = field(9, Buffer.concat([field(1, 'http.route'), field(2, field(1, '/x'))]));
  const span = [
    field(1, trace),
    field(2, Buffer.alloc(8, 2)),
    field(5, name),
    kind,
    time(7, 1n),
    time(8, end),
  ];
  const scope = field(2, Buffer.concat([...span, attribute]));
  return field(1, Buffer.concat([field(1, Buffer.alloc(0)), field(2, scope)]));
};

it('shows spans instead of keeping them, where somebody looks', async () => {
  const shown: string[] = [];
  const other = await startCollectorStandIn({ port: 0, show: ({ name }) => shown.push(name) });
  const body = new Uint8Array(requestWith());
  await fetch(`${other.endpoint}/v1/traces`, { method: 'POST', headers: { 'content-type': TYPE }, body });
  expect([shown, other.spans(), other.bytes().length]).toEqual([['GET /x'], [], 0]);
  await other.close();
});

describe('a collector', () => {
  it('takes spans, and answers an empty question', async () => {
    expect(await post(requestWith())).toBe(200);
    expect(await post(Buffer.alloc(0))).toBe(200);
    expect(collector.spans()).toMatchObject([
      {
        traceId: '01'.repeat(16),
        spanId: '02'.repeat(8),
        name: 'GET /x',
        kind: 'server',
        attributes: { 'http.route': '/x' },
      },
    ]);
  });

  it.each<[string, number, () => Promise<number>]>([
    ['JSON', 415, () => post(Buffer.from('{}'), { 'content-type': 'application/json' })],
    ['another type', 415, () => post(requestWith(), { 'content-type': 'application/octet-stream' })],
    ['no token', 401, () => post(requestWith(), { authorization: '' })],
    ['another path', 404, () => post(requestWith(), {}, '/v1/logs')],
    ['bytes that are no message', 400, () => post(Buffer.from('Guten Tag'))],
    ['half a message', 400, () => post(requestWith().subarray(0, 40))],
    ['a short id', 400, () => post(requestWith({ trace: Buffer.alloc(15, 1) }))],
    ['an id of nothing', 400, () => post(requestWith({ trace: Buffer.alloc(16) }))],
    ['a span without a name', 400, () => post(requestWith({ name: '' }))],
    ['a span that ends before it begins', 400, () => post(requestWith({ end: 0n }))],
  ])('refuses %s with %i', async (_what, status, ask) => {
    const before = collector.spans().length;
    expect(await ask()).toBe(status);
    expect(collector.spans()).toHaveLength(before);
  });
});
