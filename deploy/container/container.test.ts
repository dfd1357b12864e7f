import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment, secrets } from '#server/config/variables.ts';

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, file), 'utf8');
const containerfile = read('Containerfile');

it('the image is made with the Node of the project', () => {
  const { dependencies } = JSON.parse(read('../../package.json')) as { dependencies: { node: string } };
  expect(containerfile).toContain(`FROM docker.io/library/node:${dependencies.node}-`);
});

type Service = {
  image?: string;
  environment?: Record<string, string>;
  env_file?: string[];
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
};

const composed = (file: string) => {
  const { services, volumes } = parse(read(file), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };
  return { services: Object.values(services), volumes: Object.keys(volumes) };
};
const files = readdirSync(import.meta.dirname).filter((file) => /^compose\..*\.yml$/.test(file));

it('every image that is built on, or started, is one version', () => {
  const built = [...containerfile.matchAll(/^FROM (\S*\/\S+)/gm)].map(([, name = '']) => name);
  const started = files.flatMap((file) => composed(file).services.flatMap(({ image }) => image ?? []));
  expect(files).toEqual(['compose.production.yml', 'compose.trying.yml']);
  expect(built.length + started.length).toBe(5);
  expect([...built, ...started].filter((name) => !/:\d+\.\d+\S*$/.test(name))).toEqual([]);
});

it.each(['Containerfile', 'compose.production.yml', '../../docs/install.md'])(
  'the image in %s is of the version of the project',
  (file) => {
    const { version } = JSON.parse(read('../../package.json')) as { version: string };
    expect(new Set(read(file).match(/\bserviceportal:\d\S*/g))).toEqual(
      new Set([`serviceportal:${version}`]),
    );
  },
);

it('the release is installed, and replaced by itself, under the version of the project', () => {
  const { version } = JSON.parse(read('../../package.json')) as { version: string };
  const [first, next] = read('../../docs/install.md').split('## A new version');
  expect(new Set(first!.match(/releases\/\d[\d.]*\d/g))).toEqual(new Set([`releases/${version}`]));
  expect(next).toContain('releases/NEW-VERSION');
  expect(next).not.toMatch(/releases\/\d/);
});

const known = new Set([
  ...Object.keys(environment.shape),
  ...secrets.map((name) => `${name}_FILE`),
  'NODE_COMPILE_CACHE',
]);

it.each(files)('the variables in %s are the server’s own, or those of PostgreSQL’s image', (file) => {
  const unknown = composed(file).services.flatMap(({ image = '', environment: set = {} }) =>
    Object.keys(set).filter((name) =>
      image.includes('/postgres:') ? !/^POSTGRES_(USER|PASSWORD)$/.test(name) : !known.has(name),
    ),
  );
  expect(unknown).toEqual([]);
});

it.each(files)('every volume in %s is declared, and every declared one is used', (file) => {
  const { services, volumes } = composed(file);
  const used = services.flatMap(({ volumes: all = [] }) =>
    all.map((it) => it.split(':')[0]!).filter((it) => !it.startsWith('/')),
  );
  expect(used.toSorted()).toEqual(volumes.toSorted());
});

it('in production the ports are those of the image, at this machine alone, and those that nginx asks', () => {
  const [, port] = / PORT=(\d+) /.exec(containerfile)!;
  const [, monitoring] = /MONITORING_PORT=(\d+) /.exec(containerfile)!;
  const asked = read('../nginx/serviceportal.conf').match(/(?<=server )127\.0\.0\.1:\d+/g)!;
  const { services } = composed('compose.production.yml');
  const ports = services.map(({ ports: [first, second] = [] }) => [first, second]);
  expect(ports.map(([first]) => first)).toEqual(asked.map((it) => `${it}:${port}`));
  for (const [, second] of ports) expect(second).toMatch(new RegExp(`^127\\.0\\.0\\.1:\\d+:${monitoring}$`));
  for (const { healthcheck } of services)
    expect(healthcheck!.test.join(' ')).toContain(`http://127.0.0.1:${monitoring}/live`);
});

it('in production the end is waited for', () => {
  const [, seconds] = /^STOP_SECONDS=(\d+)$/m.exec(read('../systemd/portal.env'))!;
  for (const { stop_grace_period } of composed('compose.production.yml').services)
    expect(Number.parseInt(stop_grace_period!, 10)).toBeGreaterThan(Number(seconds));
});

it.each(['Containerfile', '../systemd/portal.env', '../systemd/serviceportal@.service'])(
  'the variables in %s are the server’s own',
  (file) => {
    const names = read(file).match(/\b[A-Z]+(?:_[A-Z]+)+(?==|: )/g) ?? [];
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  },
);
