import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig, readMigrationConfig } from '#server/config/config.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '#server/config/testing/key-pair.ts';
import { installed, read } from './testing/installed.ts';
import type { Values } from './testing/render.ts';

const random = () => randomBytes(32).toString('base64');
const PARTNER = 'https://partner.example';
const DATABASE = 'postgres://portal:word@database.example/portal?sslmode=verify-full';

/** Keys of the two Secrets, by the folders in which the chart puts them. */
const files: Record<string, string> = {
  'secrets/database-url': DATABASE,
  'secrets/signing': random(),
  'secrets/operations-token': random(),
  'secrets/sealing-keys': `2026 ${random()}`,
  'secrets/payment': random(),
  'secrets/delivery': random(),
  'secrets/key.pem': CERTIFICATE_KEY,
  'secrets/certificate.pem': CERTIFICATE,
  'migration/database-url': `${DATABASE}&application_name=migration`,
};

/** As an installation has them: partners' variables that are no secrets, and which key of the Secret is which other. */
const values: Values = {
  host: 'portal.land.example',
  trail: { claim: 'trail' },
  settings: {
    SCANNER_URL: 'clamds://scanner.example:3310',
    PAYMENT_URL: PARTNER,
    PAYMENT_TOKEN_URL: PARTNER,
    PAYMENT_CLIENT_ID: 'portal',
    PAYMENT_ORIGINATOR_ID: 'portal',
    FITCONNECT_TOKEN_URL: PARTNER,
    FITCONNECT_SUBMISSION_URL: PARTNER,
    FITCONNECT_DESTINATION_URL: PARTNER,
    FITCONNECT_ISSUER: PARTNER,
    FITCONNECT_CLIENT_ID: 'portal',
    POSTBOX_DESTINATION_ID: '7a2c2d3c-6f1f-4f0b-9d5e-0a8a4f3c1b2d',
  },
  secret: {
    files: {
      PAYMENT_CLIENT_SECRET_FILE: 'payment',
      FITCONNECT_CLIENT_SECRET_FILE: 'delivery',
      FITCONNECT_TRUSTED_CERTIFICATES: 'certificate.pem',
      POSTBOX_PRIVATE_KEY_FILE: 'key.pem',
      POSTBOX_CERTIFICATE: 'certificate.pem',
    },
  },
};

const folder = mkdtempSync(path.join(tmpdir(), 'chart-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, text] of Object.entries(files)) {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), `${text}\n`);
}

const ofTheImage = Object.fromEntries(
  Array.from(
    read('deploy/container/Containerfile')
      .split('FROM scratch')[1]!
      .matchAll(/\b([A-Z_]+)=(\S+)/g),
    ([, name, value]) => [name!, value!],
  ),
);

type Pods = ReturnType<typeof installed>['deployment']['spec']['template'];
/** As Kubernetes makes it: `$(NAME)` is the value of a variable that is named before. */
const environmentOf = ({ spec }: Pods): NodeJS.ProcessEnv => {
  const env: Record<string, string> = { ...ofTheImage };
  for (const it of spec.containers[0]!.env) {
    const value = 'value' in it ? it.value : 'portal-1';
    env[it.name] = value
      .replace(/\$\((\w+)\)/g, (all, name: string) => env[name] ?? all)
      .replace(/^\/etc\/serviceportal\/(?=secrets|migration)/, `${folder}/`);
  }
  return env;
};

it('the server takes what its pod has, in production', () => {
  const given = environmentOf(installed(values).deployment.spec.template);
  expect(readConfig(given)).toMatchObject({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://portal.land.example',
    DATABASE_URL: DATABASE,
    MONITORING_PORT: 9090,
    STOP_DELAY_SECONDS: 10,
    STOP_SECONDS: 20,
    MIGRATE_AT_START: false,
    MIGRATION_DATABASE_URL: undefined,
    TRAIL_FILE: '/var/log/serviceportal/trail-portal-1.jsonl',
  });
});

it('the job migrates by the role of migrations, and knows nothing else', () => {
  const given = environmentOf(installed(values).job.spec.template);
  expect(readMigrationConfig(given)).toMatchObject({
    DATABASE_URL: undefined,
    MIGRATION_DATABASE_URL: files['migration/database-url'],
  });
});
