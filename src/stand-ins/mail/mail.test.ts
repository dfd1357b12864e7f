import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSmtp, type SmtpOptions } from '#server/mails/smtp/mailer.ts';
import { type Letter, MailDeferred, MailRefused } from '#server/ports/mailer.ts';
import { copyKeyPairs } from '#stand-ins/kit/kept-key-pairs.ts';
import type { MailBehaviour } from './behaviours.ts';
import { type MailStandIn, startMailStandIn } from './server.ts';

const LOGIN = { user: 'portal', password: 'a password' };
const FROM = 'portal@testportal.example';

let folder: string;
let standIn: MailStandIn;
let implicit: MailStandIn;
const said: string[] = [];
const presence = {
  noteFailure: (_: string, reason: string) => void said.push(`away: ${reason}`),
  noteAnswer: () => void said.push('answers'),
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mail-'));
  await copyKeyPairs('smtp', folder, { mail: 'localhost', forged: 'localhost' });
  const start = (secure: boolean) =>
    startMailStandIn({ port: 0, pagesPort: 0, stateDir: folder, secure, ...LOGIN });
  standIn = await start(false);
  implicit = await start(true);
});
afterAll(async () => {
  await Promise.all([standIn?.close(), implicit?.close()]);
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  standIn.behave('works');
  said.length = 0;
});

const mailer = (change: Partial<SmtpOptions> = {}) =>
  createSmtp({
    url: standIn.url,
    tls: true,
    certificates: standIn.certificate,
    from: FROM,
    limitMs: 1500,
    silenceMs: 1000,
    presence,
    user: LOGIN.user,
    password: () => LOGIN.password,
    ...change,
  });
const letter = (change: Partial<Letter> = {}): Letter => ({
  id: 'ab-1',
  to: 'petra@example.com',
  replyTo: 'service@testportal.example',
  fromName: 'Müster, "Portal"\r\nBcc: x@example.com',
  locale: 'de',
  subject: 'Bestätigung\r\nBcc: y@example.com',
  text: 'Guten Tag,\n\nÄ.\n',
  html: '<!doctype html><html lang="de"><title>Ä</title><p>Guten Tag</p></html>',
  ...change,
});
const last = () => standIn.mails().at(-1)!;
const problemOf = (sending: Promise<void>) =>
  sending.then(
    () => 'sent',
    (error: unknown) => error as Error,
  );

describe('an e-mail', () => {
  it('is sent with the password of the moment', async () => {
    let password = 'of last year';
    const by = mailer({ password: () => password });
    expect(await problemOf(by.send(letter()))).toBeInstanceOf(MailDeferred);
    password = LOGIN.password;
    expect(await problemOf(by.send(letter()))).toBe('sent');
  });

  it('goes to whom is trusted at the moment', async () => {
    const options: SmtpOptions = {
      ...{ url: standIn.url, tls: true, from: FROM, limitMs: 1500, silenceMs: 1000, presence },
      user: LOGIN.user,
      password: () => LOGIN.password,
    };
    const by = createSmtp(options);
    expect(await problemOf(by.send(letter()))).toBeInstanceOf(MailDeferred);
    options.certificates = standIn.certificate;
    expect(await problemOf(by.send(letter()))).toBe('sent');
  });

  it('arrives over TLS, with the headers of a machine, and no header comes from a text', async () => {
    await mailer().send(letter());
    expect(last()).toMatchObject({
      from: FROM,
      to: 'petra@example.com',
      replyTo: 'service@testportal.example',
      messageId: '<ab-1@testportal.example>',
      text: expect.stringContaining('Ä.'),
    });
    expect(last().headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'content-language': 'de',
    });
    for (const name of ['bcc', 'cc', 'x-mailer']) expect(last().headers).not.toHaveProperty(name);
    expect(said).toEqual(['answers']);
  });

  it('arrives at an address in another script', async () => {
    await mailer().send(letter({ to: 'jürgen@xn--bcher-kva.example' }));
    expect(last().to).toMatch(/^jürgen@/);
  });

  it('arrives at a server with TLS from the first byte', async () => {
    const before = implicit.mails().length;
    await mailer({ url: implicit.url }).send(letter());
    expect(implicit.mails()).toHaveLength(before + 1);
  });

  it('that arrived twice has the same id', async () => {
    const before = standIn.mails().length;
    standIn.behave('loses');
    expect(await problemOf(mailer().send(letter({ id: 'twice' })))).toBeInstanceOf(MailDeferred);
    standIn.behave('works');
    await mailer().send(letter({ id: 'twice' }));
    const ids = standIn
      .mails()
      .slice(before)
      .map(({ messageId }) => messageId);
    expect(ids).toEqual(['<twice@testportal.example>', '<twice@testportal.example>']);
  });

  it.each<[MailBehaviour, typeof MailDeferred | typeof MailRefused, RegExp, boolean]>([
    ['away', MailDeferred, /^E/, true],
    ['silent', MailDeferred, /^E(TIMEDOUT|ABORT)/, true],
    ['slow', MailDeferred, /^E(ABORT|PROTOCOL|TIMEDOUT)/, true],
    ['plain', MailDeferred, /^ETLS/, true],
    ['forged', MailDeferred, /^E/, true],
    ['locked', MailDeferred, /^EAUTH .*535/, true],
    ['unknown', MailRefused, /^EENVELOPE RCPT TO 550 5\.1\.1$/, false],
    ['content', MailRefused, /^EMESSAGE DATA 554 5\.6\.0$/, false],
    ['greylists', MailDeferred, /^EENVELOPE RCPT TO 451 4\.7\.1$/, false],
    ['full', MailDeferred, /^EENVELOPE RCPT TO 452 4\.2\.2$/, false],
    ['hangs', MailDeferred, /^E(TIMEDOUT|ABORT)/, true],
    ['drops', MailDeferred, /^E/, true],
  ])('is not sent by a server that behaves like this: %s', async (behaviour, kind, problem, isAway) => {
    const before = standIn.mails().length;
    standIn.behave(behaviour);
    const error = await problemOf(mailer().send(letter()));
    expect(error).toBeInstanceOf(kind);
    expect((error as Error).message).toMatch(problem);
    expect(JSON.stringify([error, (error as Error).stack, said])).not.toContain('petra');
    expect(standIn.mails()).toHaveLength(before);
    expect(said[0]?.startsWith('away')).toBe(isAway);
  });

  it('goes to no server whose certificate is not trusted', async () => {
    expect(await problemOf(mailer({ certificates: undefined }).send(letter()))).toBeInstanceOf(MailDeferred);
  });
});
