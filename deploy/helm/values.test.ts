import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment, secrets } from '#server/config/variables.ts';
import { chart, everything, installed, read } from './testing/installed.ts';
import { merged, type Values } from './testing/render.ts';

const schema = JSON.parse(readFileSync(path.join(chart, 'values.schema.json'), 'utf8'));
const isTaken = new Ajv().compile(schema);
const own = () => parse(readFileSync(path.join(chart, 'values.yaml'), 'utf8'));

it('the values of the chart are taken', () => {
  expect(isTaken(own()), JSON.stringify(isTaken.errors)).toBe(true);
});

it.each([
  ['a name that is not known', { replica: 3 }],
  ['one process alone', { replicas: 1 }],
  ['an address as the host', { host: 'https://portal.example.org/' }],
  ['a secret as a value', { settings: { SIGNING_SECRET: 'x' } }],
  ['a setting that another value has', { settings: { STOP_SECONDS: '20' } }],
  ['a setting that is a number, which Helm may write as 1e+06', { settings: { RATE_LIMIT: 1_000_000 } }],
  ['no network of operators, which would let in everybody', { ingress: { operators: { networks: [] } } }],
  ['no secret of the database', { secret: { name: 'a', files: {} } }],
])('Helm refuses %s', (_, values) => {
  expect(isTaken({ ...own(), ...values })).toBe(false);
});

it('no secret can be a value, nor anything that the chart sets itself', () => {
  const refused: string[] = schema.properties.settings.propertyNames.allOf[1].not.enum;
  const { env } = installed({ ...everything, settings: {} }).deployment.spec.template.spec.containers[0]!;
  const set = env.map(({ name }) => name.replace(/_FILE$/, '')).filter((name) => name in environment.shape);
  const ofTheImage = read('deploy/container/Containerfile').match(/\b[A-Z_]+(?==\S)/g)!;
  const needed = [...secrets, ...set, ...ofTheImage.filter((name) => name in environment.shape)];
  expect(refused).toEqual(expect.arrayContaining(needed));
});

it('the values and Secrets in the instructions are ones that the chart and the server know', () => {
  const [, section] = read('docs/install.md').split('## Kubernetes');
  const [, told] = /```yaml\n(.*?)```/s.exec(section!)!;
  const values = parse(told!) as Values;
  const { deployment, job } = installed(values);
  const { secret, settings } = parse(told!) as typeof everything;
  expect(isTaken(merged(own(), values)), JSON.stringify(isTaken.errors)).toBe(true);
  const known = [...Object.keys(environment.shape), ...secrets.map((name) => `${name}_FILE`)];
  expect(known).toEqual(expect.arrayContaining([...Object.keys(settings), ...Object.keys(secret.files)]));
  for (const { spec } of [deployment.spec.template, job.spec.template])
    for (const volume of spec.volumes)
      if ('secret' in volume) expect(section).toContain(`secret generic ${volume.secret.secretName} `);
  expect(section).toContain(`secret tls ${own().ingress.tlsSecret} `);
});
