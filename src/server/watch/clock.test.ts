import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import { clockCalls, compareClocks } from './clock.ts';

const ask = createPartnerClient({ partner: 'identity', ...clockCalls });

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const noon = new Date('2026-11-22T12:00:00Z');

/** An account that answers as specified; returns what the log contains of a comparison at noon. */
async function compare(headers: Record<string, string>, status = 405) {
  server = createServer((_request, response) => {
    response.sendDate = false;
    response.writeHead(status, headers);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/saml/login`;
  const ahead = await compareClocks({ address, ask }, log, () => noon);
  return { ahead, lines };
}
const behind = (count: number) => ({ date: new Date(noon.getTime() - count * 1000).toUTCString() });

it.each([-290, -11, 11, 290])('a clock that is %i seconds ahead is a warning', async (count) => {
  const { ahead, lines } = await compare(behind(count));
  expect(ahead).toBe(count * 1000);
  expect(lines).toMatchObject([{ level: 40, aheadSeconds: count }]);
});

it.each([-9, 0, 9])(
  'one that is %i seconds ahead is fine, whatever else the account answers',
  async (count) => {
    expect((await compare(behind(count), 500)).lines).toMatchObject([{ level: 30, aheadSeconds: count }]);
  },
);

it('the page of an account is an answer', async () => {
  const { ahead } = await compare({ ...behind(3), 'content-type': 'text/html' }, 200);
  expect(ahead).toBe(3000);
});

it.each<[string, Record<string, string>]>([
  ['nothing', {}],
  ['what is no date', { date: 'yesterday' }],
])('an account that says %s is no reason to worry', async (_what, headers) => {
  const { ahead, lines } = await compare(headers);
  expect([ahead, lines[0]?.level]).toEqual([null, 30]);
});
