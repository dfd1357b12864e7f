import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { HandoverRefused } from '#server/ports/neighbours.ts';
import { holding } from '#server/turn.ts';
import { createNeighbours } from './neighbours.ts';
import { mayReturnTo, type PartnerPortal, partnerPortals } from './partners.ts';

const newPair = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    privateKey,
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  };
};
const here = newPair();
const there = newPair();
const foreign = newPair();
const HERE = 'https://here.example';
const at = new Date('2026-11-01T10:00:00Z');
const seconds = at.getTime() / 1000;

const partner: PartnerPortal = {
  id: 'mv',
  name: { de: 'MV', en: 'MV' },
  publicKey: there.publicPem,
  portal: 'https://there.example',
  returnAddresses: ['https://there.example/back'],
};
const neighbours = (portal = partner.portal) =>
  createNeighbours({
    id: 'sh',
    privateKey: here.pem,
    address: HERE,
    partners: [
      { ...partner, portal },
      { ...partner, id: 'hh', publicKey: foreign.publicPem },
    ],
    now: () => at,
  });

const claims = {
  leiKaId: '99012001001000',
  regionalKey: '130740087087',
  locale: 'de',
  returnUrl: 'https://there.example/back?case=1',
  reference: randomUUID(),
};
type Change = {
  claims?: Record<string, unknown>;
  header?: { alg?: string; typ?: string };
  from?: string;
  to?: string | string[];
  iat?: number;
  exp?: number | null;
  jti?: string | null;
  key?: typeof here;
};
function message({
  header,
  from = 'mv',
  to = HERE,
  iat = seconds,
  exp = iat + 60,
  key = there,
  ...more
}: Change = {}) {
  const { jti = randomUUID() } = more;
  const signed = new SignJWT({ ...claims, ...more.claims, ...(jti !== null && { jti }) })
    .setProtectedHeader({ alg: 'ES256', typ: 'handover+jwt', ...header })
    .setIssuer(from)
    .setAudience(to)
    .setIssuedAt(iat);
  if (exp !== null) signed.setExpirationTime(exp);
  return signed.sign(key.privateKey);
}
const faultOf = async (change: Change | string) =>
  neighbours()
    .readHandover(typeof change === 'string' ? change : await message(change))
    .then(
      () => null,
      (error: unknown) => (error instanceof HandoverRefused ? error.fault : error),
    );

describe('a message of another portal', () => {
  it('is read when it is signed as agreed', async () => {
    expect(await neighbours().readHandover(await message())).toMatchObject({ ...claims, partner: 'mv' });
  });

  it.each<[string, Change, string]>([
    ['signed by somebody else', { key: foreign }, 'bad-signature'],
    ['signed by another partner', { from: 'hh' }, 'bad-signature'],
    ['of a portal that nobody knows', { from: 'xx' }, 'unknown-sender'],
    ['for another portal', { to: 'https://other.example' }, 'wrong-audience'],
    ['for two portals', { to: [HERE, 'https://other.example'] }, 'wrong-audience'],
    ['from three minutes ago', { iat: seconds - 180 }, 'too-old'],
    [
      'from three minutes ago that claims to be good still',
      { iat: seconds - 180, exp: seconds + 60 },
      'too-old',
    ],
    ['to be good for an hour', { exp: seconds + 3600 }, 'too-old'],
    ['from the future', { iat: seconds + 300 }, 'too-old'],
    ['without an end', { exp: null }, 'too-old'],
    ['without a number', { jti: null }, 'malformed'],
    ['of another kind', { header: { typ: 'handover-status+jwt' } }, 'malformed'],
    ['for no service', { claims: { leiKaId: '1' } }, 'malformed'],
    ['for no place', { claims: { regionalKey: 'Kiel' } }, 'malformed'],
    ['in a language that is not spoken here', { claims: { locale: 'fr' } }, 'malformed'],
    ['with a way back that is no web address', { claims: { returnUrl: 'javascript:alert(1)' } }, 'malformed'],
    [
      'with a way back that is not on the list',
      { claims: { returnUrl: 'https://other.example/back' } },
      'return-address',
    ],
    ['with values of an account that are none', { claims: { person: { iban: 'DE00' } } }, 'malformed'],
  ])('is refused when it is %s', async (_, change, fault) => {
    expect(await faultOf(change)).toBe(fault);
  });

  it('is refused when it is not signed at all, or is no message', async () => {
    const [, body] = (await message()).split('.');
    const header = Buffer.from('{"alg":"none","typ":"handover+jwt"}').toString('base64url');
    expect(await faultOf(`${header}.${body}.`)).toBe('bad-signature');
    expect(await faultOf('x')).toBe('malformed');
    expect(await faultOf('a.b.c')).toBe('malformed');
    expect(await faultOf('')).toBe('malformed');
    expect(await faultOf(await message({ claims: { externalProcessData: { a: 'x'.repeat(70_000) } } }))).toBe(
      'too-large',
    );
  });

  it('is no question when it is a hand-over', async () => {
    await expect(neighbours().readQuestion(await message())).rejects.toMatchObject({ fault: 'malformed' });
  });
});

it.each([
  ['https://there.example/back', true],
  ['https://there.example/back?case=1', true],
  ['https://there.example/back/deeper', true],
  ['https://there.example/background', false],
  ['https://there.example/', false],
  ['https://there.example/back/../other', false],
  ['https://there.example/back/%2e%2e/other', false],
  ['http://there.example/back', false],
  ['https://there.example:8443/back', false],
  ['https://there.example.evil.example/back', false],
  ['https://there.example@evil.example/back', false],
  ['https://somebody@there.example/back', false],
])('leads people back to %s: %s', (to, expected) => {
  expect(mayReturnTo(partner, new URL(to))).toBe(expected);
});

const CODE = 'c'.repeat(43);
const GOOD = JSON.stringify({ handover: CODE, expiresIn: 300 });

describe('the other portal', () => {
  let stop: () => void = () => undefined;
  afterEach(() => stop());
  /** A portal that gives this answer to everything. */
  async function answering(status: number, body: string): Promise<string> {
    const server = createServer((request, response) => {
      if (request.url === '/elsewhere') {
        response.end(GOOD);
        return;
      }
      response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end(body);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    stop = () => server.close();
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const handOver = async (status: number, body: string) =>
    neighbours(await answering(status, body)).handOver('mv', { ...claims, locale: 'de' });

  it('says where the person arrives', async () => {
    const { address, expiresIn } = await handOver(201, GOOD);
    expect(address).toMatch(new RegExp(`^http://127.0.0.1:\\d+/formular/efa\\?handover=${CODE}$`));
    expect(expiresIn).toBe(300);
  });

  it.each([
    [500, '{}'],
    [302, '{}'],
    [201, 'no json'],
    [201, '{"handover":"https://evil.example","expiresIn":300}'],
    [201, `{"handover":"${CODE}","expiresIn":99999999}`],
    [201, JSON.stringify({ ...JSON.parse(GOOD), more: 'x'.repeat(200_000) })],
  ])('is not believed when it answers %i %s', async (status, body) => {
    await expect(handOver(status, body)).rejects.toBeInstanceOf(PartnerUnavailable);
  });

  it('is waited for without holding the turn of a call', async () => {
    const steps: string[] = [];
    const turn = { leave: () => void steps.push('left'), resume: () => void steps.push('resumed') };
    const portal = await answering(404, '{}');
    await holding(turn, () => neighbours(portal).ask('mv', claims.reference));
    expect(steps).toEqual(['left', 'resumed']);
  });

  it('may know nothing of what was handed over', async () => {
    expect(await neighbours(await answering(404, '{}')).ask('mv', claims.reference)).toBeNull();
    await expect(neighbours().ask('nobody', claims.reference)).rejects.toBeInstanceOf(PartnerUnavailable);
  });
});

describe('the list of partners', () => {
  const listed = (change: object = {}) =>
    partnerPortals.safeParse(JSON.stringify([{ ...partner, ...change }]));
  it('is read from JSON', () => {
    expect(listed({ portal: 'https://there.example/' }).data?.[0]?.portal).toBe('https://there.example');
  });
  it.each([
    { publicKey: 'none' },
    { publicKey: generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) },
    { portal: 'ftp://there.example' },
    { returnAddresses: [] },
    { returnAddresses: ['https://somebody@there.example/'] },
    { id: 'MV' },
    { name: { de: 'MV' } },
    { more: true },
  ])('is refused with %o', (change) => {
    expect(listed(change).success).toBe(false);
  });
  it('names each partner once, and a file that is not there', () => {
    expect(partnerPortals.safeParse(JSON.stringify([partner, partner])).success).toBe(false);
    expect(partnerPortals.safeParse('/nowhere/partners.json').error?.issues[0]?.message).toContain(
      'cannot read',
    );
    expect(partnerPortals.safeParse('[').error?.issues[0]?.message).toContain('no JSON');
  });
});

it('lets so many wait for a portal that does not answer, and tells the others at once', async () => {
  const all = Promise.withResolvers<void>();
  let asked = 0;
  const silent = createServer(() => {
    asked += 1;
    if (asked === 50) all.resolve();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const { ask } = neighbours(`http://127.0.0.1:${port}`);
  // Whichever is signed last is one too many.
  const asking = Array.from({ length: 51 }, () => ask('mv', randomUUID()));
  await expect(Promise.race(asking)).rejects.toThrow('too many wait');
  await expect(ask('hh', randomUUID())).rejects.not.toThrow('too many wait');
  await all.promise;
  silent.close();
  silent.closeAllConnections();
  const refused = (await Promise.allSettled(asking)).map((it) => it.status === 'rejected' && it.reason);
  expect(refused.every((error) => error instanceof PartnerUnavailable)).toBe(true);
  expect(refused.filter((error) => String(error).includes('too many wait'))).toHaveLength(1);
  await expect(ask('mv', randomUUID())).rejects.not.toThrow('too many wait');
});
