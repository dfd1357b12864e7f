import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { withFiles } from '#server/config/given.ts';
import { PARTNERS_FILE, writeEnvironment } from './environment-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'environment-'));
afterEach(() => rmSync(folder, { recursive: true }));

it('what the portal reads from the files is what the partners have said', async () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  await writeEnvironment(folder, {
    PAYMENT_URL: 'http://127.0.0.1:8092/payment?a=b#c',
    PAYMENT_CLIENT_SECRET: 'a"b $c',
    NKB_IDP_CERTIFICATE: pem,
    EFA_PARTNERS: '[{"id":"mv"}]',
    SIGNING_SECRET: 'made by the installation itself',
    SEALING_KEYS: 'demo abc',
  });
  const written = parseEnv(readFileSync(path.join(folder, PARTNERS_FILE), 'utf8'));
  const { given, faults } = withFiles(written as Record<string, string>);
  expect(faults).toEqual([]);
  expect(given).toMatchObject({
    PAYMENT_URL: 'http://127.0.0.1:8092/payment?a=b#c',
    PAYMENT_CLIENT_SECRET: 'a"b $c',
  });
  expect(readFileSync(given.NKB_IDP_CERTIFICATE ?? '', 'utf8')).toBe(pem);
  expect(readFileSync(given.EFA_PARTNERS ?? '', 'utf8')).toBe('[{"id":"mv"}]');
  expect(given).not.toHaveProperty('SIGNING_SECRET');
  expect(given).not.toHaveProperty('SEALING_KEYS_FILE');
  for (const name of [PARTNERS_FILE, 'PAYMENT_CLIENT_SECRET'])
    expect(statSync(path.join(folder, name)).mode & 0o007).toBe(0);
});
