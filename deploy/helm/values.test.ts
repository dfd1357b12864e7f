import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment, secrets } from '#server/config/variables.ts';
import { chart, everything, installed, read } from './testing/installed.ts';

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
