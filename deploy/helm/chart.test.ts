import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { chart, everything, installed, kinds, read } from './testing/installed.ts';
import { renderChart, type Values } from './testing/render.ts';

it.each(kinds)('each object has the fields of its kind alone: %s', (_, values) => {
  expect(installed(values).manifests.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Deployment', 'Job', 'Service', 'PodDisruptionBudget']),
  );
});

it('makes what was chosen, and nothing else', () => {
  const kindsOf = (values: Values) => installed(values).manifests.map(({ kind }) => kind);
  const always = ['Deployment', 'PodDisruptionBudget', 'Job', 'Service', 'Service'];
  expect(kindsOf(kinds[2]![1]).toSorted()).toEqual(always.toSorted());
  expect(kindsOf({}).toSorted()).toEqual([...always, 'Ingress', 'Ingress', 'NetworkPolicy'].toSorted());
  expect(kindsOf(everything)).toContain('ServiceMonitor');
});

it('is of the version of the project', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(parse(readFileSync(path.join(chart, 'Chart.yaml'), 'utf8'))).toMatchObject({
    version,
    appVersion: version,
  });
});

it('the image is of one version, or one content', () => {
  const imageOf = (values: Values) => installed(values).deployment.spec.template.spec.containers[0]!.image;
  expect(imageOf({})).toMatch(/\/serviceportal:\d+\.\d+\.\d+$/);
  expect(imageOf({ image: { tag: '9.9.9' } })).toMatch(/:9\.9\.9$/);
  expect(imageOf(everything)).toMatch(/\/serviceportal@sha256:[0-9a-f]{64}$/);
});

/** Where Helm is installed, it has the last word. */
const hasHelm = spawnSync('helm', ['version']).status === 0;
it.runIf(hasHelm).each(kinds)('Helm itself renders the same: %s', (_, values) => {
  const { stdout, stderr } = spawnSync('helm', ['template', 'portal', chart, '--values', '-'], {
    input: JSON.stringify(values),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const key = (it: unknown) => JSON.stringify(it, (_name, value) => sorted(value));
  const theirs = parseAllDocuments(stdout).map((it) => it.toJS() as unknown);
  expect(theirs.map(key).toSorted()).toEqual(renderChart(chart, 'portal', values).map(key).toSorted());
});

const sorted = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
