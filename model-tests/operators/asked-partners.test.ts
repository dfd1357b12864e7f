import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Config } from '#server/config/config.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import { partnerPresence } from '#server/partners/partner-presence.ts';
import { askQuiet, questionsTo, watchPartners } from '#server/watch/partners.ts';
import { loadKeyPair } from '#stand-ins/kit/key-pair.ts';

const log = pino({ level: 'silent' });
/** Nobody listens there. */
const AWAY = 'http://127.0.0.1:1/';
const config = {
  PUBLIC_URL: 'http://localhost',
  PAYMENT_URL: AWAY,
  FITCONNECT_SUBMISSION_URL: AWAY,
  LIP_URL: AWAY,
  NFK_URL: AWAY,
  OPERATORS_ISSUER: AWAY,
  EFA_PARTNERS: [{ id: 'hh', portal: AWAY }],
  SCANNER: 'on',
  SCANNER_URL: 'clamd://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'portal@example.org',
} as unknown as Config;
const named = [
  ...['payment', 'delivery service', 'form server', 'feedback component', 'identity operators'],
  ...['neighbour hh', 'scanner', 'mail server'],
];
const watched = (changed: Record<string, unknown>) => ({ ...config, ...changed }) as Config;

it('a partner that is away is known, although nobody has needed it', async () => {
  const presence = partnerPresence(log);
  const watch = watchPartners(watched({ PARTNER_CHECK_MINUTES: 5 }), presence, () => new Date());
  await expect
    .poll(() => presence.standing().map(({ partner }) => partner), { timeout: 10_000 })
    .toEqual(named);
  watch.stop();
  expect(presence.standing().filter(({ awaySeconds }) => awaySeconds === 0)).toEqual([]);
});

it('nobody is asked where that is switched off', async () => {
  const asked: string[] = [];
  const question = { partner: 'payment', ask: async () => void asked.push('payment') };
  const watch = (minutes: number) =>
    watchPartners(watched({ PARTNER_CHECK_MINUTES: minutes }), partnerPresence(log), () => new Date(), [
      question,
    ]).stop();
  watch(0);
  expect(asked).toEqual([]);
  watch(5);
  expect(asked).toEqual(['payment']);
});

it('a partner of whom something was heard meanwhile is left alone', async () => {
  let ms = 0;
  const presence = partnerPresence(log, () => ms);
  const asked: string[] = [];
  const questions = ['payment', 'scanner'].map((partner) => ({
    partner,
    ask: async () => void asked.push(partner),
  }));
  presence.noteAnswer('payment');
  presence.noteFailure('scanner', 'away');
  const roundAt = async (at: number) => {
    ms = at;
    asked.length = 0;
    await askQuiet(questions, presence, 300_000);
    return [...asked];
  };
  expect(await roundAt(59_000)).toEqual([]);
  // One that is away is asked soon, so that a short fault wakes nobody.
  expect(await roundAt(60_000)).toEqual(['scanner']);
  presence.noteAnswer('scanner');
  expect(await roundAt(299_000)).toEqual([]);
  expect(await roundAt(300_000)).toEqual(['payment']);
  expect(await roundAt(360_000)).toEqual(['payment', 'scanner']);
  // Another question goes on where one has failed.
  const fails = { partner: 'form server', ask: () => Promise.reject(new Error('away')) };
  await askQuiet([fails, questions[1]!], presence, 300_000);
  expect(asked).toEqual(['payment', 'scanner', 'scanner']);
});

it('one that is not configured is not asked', () => {
  const none = watched({
    ...{ LIP_URL: undefined, NFK_URL: undefined, OPERATORS_ISSUER: undefined, EFA_PARTNERS: undefined },
    ...{ SCANNER: 'off', SMTP_URL: undefined },
  });
  expect(questionsTo(none, partnerPresence(log)).map(({ partner }) => partner)).toEqual([
    'payment',
    'delivery service',
  ]);
});

it('is asked without a secret, by an address that answers 503 as away as by none, and the mail server with the present one', async () => {
  const heard: (string | undefined)[] = [];
  const api = http.createServer(({ headers }, response) => {
    heard.push(headers.authorization);
    response.writeHead(503).end();
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}/`;
  const presence = partnerPresence(log);
  let read = 0;
  const secrets = () => {
    read += 1;
    return { SMTP_PASSWORD: 'renewed' };
  };
  const known = watched({ PAYMENT_URL: address, SMTP_USER: 'portal' });
  for (const { partner, ask } of questionsTo(known, presence, secrets))
    if (partner === 'payment' || partner === 'mail server') await ask().catch(() => {});
  expect(heard).toEqual([undefined]);
  expect(presence.standing()).toEqual([
    { partner: 'payment', awaySeconds: 1, answerSeconds: null },
    { partner: 'mail server', awaySeconds: 1, answerSeconds: null },
  ]);
  expect(read).toBe(1);
  api.close();
});

it('a partner that answers questions while calls fail stays away until a call is answered', async () => {
  let fails: 'with 500' | 'by silence' | null = null;
  const server = http.createServer(({ method }, response) => {
    if (method === 'HEAD' || fails === null) response.end();
    else if (fails === 'with 500') response.writeHead(500).end();
  });
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const address = `http://127.0.0.1:${port}/`;
  const presence = partnerPresence(log);
  const isAway = () => presence.standing().some(({ awaySeconds }) => awaySeconds > 0);
  const [question] = questionsTo(watched({ PAYMENT_URL: address }), presence);
  const calling = createPartnerClient({ partner: 'payment', timeoutMs: 200, mostBytes: 1000, presence });
  const call = () => calling.get(address).catch(() => null);

  for (const how of ['with 500', 'by silence'] as const) {
    fails = how;
    await call();
    expect(isAway()).toBe(true);
    // One may be an accident.
    await question!.ask();
    expect(isAway()).toBe(false);
    await call();
    await question!.ask();
    expect(isAway()).toBe(true);
    fails = null;
    await question!.ask();
    expect(isAway()).toBe(true);
    await call();
    expect(isAway()).toBe(false);
  }

  // Whom no call has reached a question can find again.
  close();
  await call();
  await call();
  expect(isAway()).toBe(true);
  await listen(port);
  await question!.ask();
  expect(isAway()).toBe(false);
  close();
});

it('the certificate that people see is told in days, and is missing while nobody answers', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'public-'));
  const { privateKey, certificate } = await loadKeyPair(folder, 'portal', 'portal');
  const server = createServer({ key: privateKey, cert: certificate }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = (PUBLIC_URL: string, PARTNER_CHECK_MINUTES = 5) =>
    watchPartners(watched({ PUBLIC_URL, PARTNER_CHECK_MINUTES }), partnerPresence(log), () => new Date(), []);
  const seen = at(`https://127.0.0.1:${port}`);
  await expect.poll(seen.days).toEqual([{ certificate: 'PUBLIC_URL', days: expect.any(Number) }]);
  expect(seen.days()[0]!.days).toBeGreaterThan(3_000);
  seen.stop();
  server.close();
  const away = at('https://127.0.0.1:1');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(away.days()).toEqual([]);
  away.stop();
  rmSync(folder, { recursive: true });
});
