import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '#server/config/config.ts';
import { type Certificates, keepCertificates, shortKeys } from '#server/watch/certificates.ts';
import { copyKeyPairs } from './kept-key-pairs.ts';
import { type KeyPair, loadKeyPair } from './key-pair.ts';
import { selfSignedCertificate } from './self-signed.ts';

const DAY_MS = 24 * 3_600_000;
let folder: string;
let keys: KeyPair;
let other: KeyPair;
let oneYear: string;
/** The moment when the one-year certificate expires. */
let end: Date;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'certificates-'));
  await copyKeyPairs('certificates', folder, { portal: 'Portal', other: 'Other' });
  keys = await loadKeyPair(folder, 'portal', 'Portal');
  other = await loadKeyPair(folder, 'other', 'Other');
  oneYear = selfSignedCertificate(keys.privateKey, 'Portal', 1);
  end = new X509Certificate(oneYear).validToDate;
});
afterAll(() => rm(folder, { recursive: true }));

function keep(change: Partial<Config>, at: Date, readAgain: () => Partial<Config> = () => change) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const usual = {
    NKB_IDP_CERTIFICATE: keys.certificate,
    NKB_CERTIFICATE: keys.certificate,
    POSTBOX_PRIVATE_KEY: keys.privateKey,
    POSTBOX_CERTIFICATE: keys.certificate,
  };
  const kept = keepCertificates({ ...usual, ...change } as Config, {
    readAgain: () => ({ ...usual, ...readAgain() }) as Config,
    log,
    now: () => at,
  });
  kept.stop();
  return { kept, lines };
}
const daysBefore = (days: number) => new Date(end.getTime() - days * DAY_MS - 1000);

describe('how long certificates are good', () => {
  it.each([
    [31, 30],
    [30, 30],
    [29, 40],
    [0, 40],
    [-2, 50],
  ])('%i days before the end the log speaks with level %i', (days, level) => {
    const { lines } = keep({ NKB_IDP_CERTIFICATE: oneYear }, daysBefore(days));
    const said = lines.find(({ certificate }) => certificate === 'NKB_IDP_CERTIFICATE');
    expect(said).toMatchObject({ level, daysLeft: days });
  });

  it('is that of the longest, while old and new stand side by side', () => {
    const { lines } = keep({ NKB_IDP_CERTIFICATE: oneYear + keys.certificate }, daysBefore(1));
    const said = lines.find(({ certificate }) => certificate === 'NKB_IDP_CERTIFICATE');
    expect(said).toMatchObject({ level: 30, daysLeftOfEach: [1, expect.any(Number)] });
  });

  it('is said of every certificate that is configured', () => {
    const names = (change: Partial<Config>) =>
      keep(change, daysBefore(100)).lines.map(({ certificate }) => certificate);
    expect(names({})).toEqual(['NKB_IDP_CERTIFICATE', 'NKB_CERTIFICATE', 'POSTBOX_CERTIFICATE']);
    expect(names({ FITCONNECT_TRUSTED_CERTIFICATES: oneYear })).toContain('FITCONNECT_TRUSTED_CERTIFICATES');
  });
});

describe('certificates that are read again', () => {
  it('take the place of the old ones', () => {
    const { kept, lines } = keep({}, daysBefore(100), () => ({ NKB_IDP_CERTIFICATE: oneYear }));
    expect(kept.current().NKB_IDP_CERTIFICATE).toBe(keys.certificate);
    kept.reload();
    expect(kept.current().NKB_IDP_CERTIFICATE).toBe(oneYear);
    expect(lines).toContainEqual(expect.objectContaining({ changed: ['NKB_IDP_CERTIFICATE'] }));
  });

  it.each<[string, () => Partial<Config>]>([
    ['is no certificate', () => ({ NKB_IDP_CERTIFICATE: 'nothing' })],
    ['is no root', () => ({ NKB_IDP_CERTIFICATE: oneYear, FITCONNECT_TRUSTED_CERTIFICATES: 'nothing' })],
    ['is no certificate of the business account', () => ({ ELSTER_IDP_CERTIFICATE: 'nothing' })],
    [
      'is a key of another certificate, of the citizens’ account',
      () => ({ NKB_IDP_CERTIFICATE: oneYear, NKB_PRIVATE_KEY: other.privateKey }),
    ],
    [
      'is a key of another certificate, of the business account',
      () => ({ ELSTER_PRIVATE_KEY: other.privateKey, ELSTER_CERTIFICATE: keys.certificate }),
    ],
    [
      'is a key of another certificate',
      () => ({ NKB_IDP_CERTIFICATE: oneYear, POSTBOX_PRIVATE_KEY: other.privateKey }),
    ],
    [
      'is a file that cannot be read',
      () => {
        throw new Error('no such file');
      },
    ],
  ])('do not when there %s', (_what, readAgain) => {
    const { kept, lines } = keep({}, daysBefore(100), readAgain);
    kept.reload();
    expect(kept.current().NKB_IDP_CERTIFICATE).toBe(keys.certificate);
    expect(lines.at(-1)).toMatchObject({ level: 50, reason: expect.stringMatching(/./) });
  });
});

it('keys of RSA below 3,000 bits are named, wherever they stand', () => {
  const pemOf = (modulusLength: number) =>
    generateKeyPairSync('rsa', { modulusLength })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
  const [short, long] = [pemOf(2048), pemOf(3072)];
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const given = {
    NKB_IDP_CERTIFICATE: selfSignedCertificate(short, 'idp', 1),
    NKB_PRIVATE_KEY: long,
    NKB_CERTIFICATE: selfSignedCertificate(long, 'portal', 1),
    EID_PRIVATE_KEY: curve.export({ type: 'pkcs8', format: 'pem' }).toString(),
    SK_PRIVATE_KEY: `${long}\n${short}`,
  };
  expect(shortKeys(given as unknown as Certificates)).toEqual(['NKB_IDP_CERTIFICATE', 'SK_PRIVATE_KEY']);
  expect(shortKeys({} as Certificates)).toEqual([]);
});
