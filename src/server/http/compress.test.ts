import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressAnswers, encodingFor } from './compress.ts';

const long = { text: 'Straße '.repeat(1000) };
const app = Fastify();
compressAnswers(app);
app.get('/long', async () => long);
app.get('/short', async () => ({ text: 'kurz' }));

const ask = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } });

test('a long answer comes in the best encoding that the reader takes', async () => {
  const br = await ask('/long', 'gzip, deflate, br, zstd');
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(long);
  expect(Number(br.headers['content-length'])).toBe(br.rawPayload.length);
  const gzip = await ask('/long', 'gzip');
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(long);
});

test('a reader who takes none, and a short answer, get it as it is', async () => {
  const plain = await ask('/long', '');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.json()).toEqual(long);
  expect((await ask('/short', 'br')).json()).toEqual({ text: 'kurz' });
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip;q=0', null],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['identity', null],
  ['zstd, deflate', null],
  ['x-br, brotli', null],
  [undefined, null],
])('a reader who says %s gets %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
