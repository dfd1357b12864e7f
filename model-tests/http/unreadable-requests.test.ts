import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPage } from './html-page.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());

/** Sends this text unchanged, which no client for HTTP would do, and reads the answer to its end. */
async function send(request: string) {
  const socket = connect(Number(new URL(portal.url).port), 'localhost');
  socket.write(request);
  const answer = await text(socket);
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...lines] = answer.slice(0, end).split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]));
  return { status: Number(first.split(' ')[1]), headers, body: answer.slice(end + 4) };
}

const REST = 'Host: localhost\r\nConnection: close\r\nAccept: text/html\r\n\r\n';
const get = (address: string) => send(`GET ${address} HTTP/1.1\r\n${REST}`);
const LONG = 'a'.repeat(60_000);

function expectSecured(headers: Headers) {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toMatch(/no-store|no-cache/);
}

it.each([
  ['a mistyped address', '/%zz', 404, 'de'],
  ['one in English', '/en/%zz', 404, 'en'],
  ['half a letter', '/en/%C3%28', 404, 'en'],
  ['an address with a host', 'http://localhost/en/%zz', 404, 'en'],
  ['half an address with a host', 'http://', 404, 'de'],
  ['a long search', `/suche?q=${LONG}`, 431, 'de'],
  ['a long search in English', `/en/search?q=${LONG}`, 431, 'en'],
  ['a long address', `/leistung/${LONG}`, 431, 'de'],
])('people get a page for %s', async (_, address, status, lang) => {
  const { headers, body, ...answer } = await get(address);
  expect([answer.status, headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expectSecured(headers);
  const page = readPage(body);
  expect(page.lang).toBe(lang);
  expect(page.headings).toHaveLength(1);
  const tooLong = lang === 'de' ? 'Die Anfrage ist zu lang' : 'The request is too long';
  expect(page.headings[0] === tooLong).toBe(status === 431);
});

it.each([
  ['an address of a call', `GET /api/%zz HTTP/1.1\r\n${REST}`, 404, 'not-found'],
  ['such an address with a host', `GET http://localhost/api/%zz HTTP/1.1\r\n${REST}`, 404, 'not-found'],
  ['what a call takes', `GET /api/service/%C3 HTTP/1.1\r\n${REST}`, 400, 'input-invalid'],
  ['a long address of a call', `GET /api/process/${LONG} HTTP/1.1\r\n${REST}`, 431, 'request-too-large'],
  ['long headers of a call', `GET /api/version HTTP/1.1\r\nX: ${LONG}\r\n${REST}`, 431, 'request-too-large'],
  ['a script with a long address', `POST /suche?${LONG} HTTP/1.1\r\n${REST}`, 431, 'request-too-large'],
  ['no HTTP', 'hello\r\n\r\n', 400, 'input-invalid'],
  ['a method that nobody knows', `FOO / HTTP/1.1\r\n${REST}`, 400, 'input-invalid'],
  ['a header that is none', `GET / HTTP/1.1\r\nnone\r\n${REST}`, 400, 'input-invalid'],
  [
    'two lengths',
    `POST /api/process HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${REST}`,
    400,
    'input-invalid',
  ],
])('scripts get problem details for %s', async (_, request, status, code) => {
  const { headers, body, ...answer } = await send(request);
  expect([answer.status, headers.get('content-type')]).toEqual([
    status,
    expect.stringContaining('application/problem+json'),
  ]);
  expectSecured(headers);
  expect(JSON.parse(body)).toMatchObject({ type: `urn:serviceportal:problem:${code}`, status, code });
});
