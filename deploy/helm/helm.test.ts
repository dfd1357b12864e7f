import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environment, secrets } from '#server/config/variables.ts';
import { type Manifest, manifest } from './testing/manifests.ts';
import { renderChart, type Values } from './testing/render.ts';

const root = path.resolve(import.meta.dirname, '../..');
const chart = path.join(import.meta.dirname, 'serviceportal');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** An installation with everything that can be chosen. */
const everything = {
  host: 'portal.land.example',
  image: { digest: `sha256:${'a1'.repeat(32)}`, pullSecrets: ['registry'] },
  replicas: 3,
  settings: { PAYMENT_URL: 'https://pay.example', SMTP_TLS: 'required' },
  secret: { files: { PAYMENT_CLIENT_SECRET_FILE: 'payment' } },
  content: { claim: 'content' },
  trail: { claim: 'trail' },
  stop: { delaySeconds: 20, seconds: 45 },
  ingress: { className: 'haproxy', annotations: { a: 'b' }, operators: { annotations: { c: 'd' } } },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
} satisfies Values;

type OfKind<K extends Manifest['kind']> = Extract<Manifest, { kind: K }>;

const installed = (values?: Values) => {
  const manifests = renderChart(chart, 'portal', values).map((it) => manifest.parse(it));
  const all = <K extends Manifest['kind']>(kind: K) =>
    manifests.filter((it): it is OfKind<K> => it.kind === kind);
  const [deployment] = all('Deployment');
  const [job] = all('Job');
  return { manifests, all, deployment: deployment!, job: job! };
};

const kinds: [string, Values][] = [
  ['as it comes', {}],
  ['with everything', everything],
  ['with nothing that can be left out', { ingress: { enabled: false }, networkPolicy: { enabled: false } }],
];

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

it.each(kinds)('the variables are the server’s own, each set once: %s', (_, values) => {
  const { deployment, job } = installed(values);
  const known = [...Object.keys(environment.shape), ...secrets.map((name) => `${name}_FILE`)];
  for (const { spec } of [deployment.spec.template, job.spec.template]) {
    const names = spec.containers[0]!.env.flatMap((it) => ('value' in it ? [it.name] : []));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  }
});

it('secrets are files: of the portal in its Secret, that of migrations in one that the portal does not have', () => {
  const { deployment, job } = installed(everything);
  const folderOf = ({ spec }: typeof deployment.spec.template) => {
    const secret = spec.volumes.find((it) => 'secret' in it)!;
    const mount = spec.containers[0]!.volumeMounts.find(({ name }) => name === secret.name)!;
    return { secret: secret.secret.secretName, path: mount.mountPath, readOnly: mount.readOnly };
  };
  const filesOf = ({ spec }: typeof deployment.spec.template) => {
    const { path: folder } = folderOf({ metadata: { labels: {} }, spec });
    return spec.containers[0]!.env.flatMap((it) =>
      'value' in it && it.value.startsWith(`${folder}/`) ? [it.name] : [],
    );
  };
  expect(folderOf(deployment.spec.template)).toEqual({
    secret: 'serviceportal',
    path: '/etc/serviceportal/secrets',
    readOnly: true,
  });
  expect(filesOf(deployment.spec.template)).toEqual([
    'DATABASE_URL_FILE',
    'OPERATIONS_TOKEN_FILE',
    'PAYMENT_CLIENT_SECRET_FILE',
    'SEALING_KEYS',
    'SIGNING_SECRET_FILE',
  ]);
  expect(folderOf(job.spec.template)).toMatchObject({ secret: 'serviceportal-migration', readOnly: true });
  expect(filesOf(job.spec.template)).toEqual(['MIGRATION_DATABASE_URL_FILE']);
  expect(job.spec.template.spec.containers[0]!.env).toHaveLength(1);
});

it.each(kinds)('every mount has its volume, and the other way round: %s', (_, values) => {
  const { deployment, job } = installed(values);
  for (const { spec } of [deployment.spec.template, job.spec.template]) {
    const mounted = spec.containers[0]!.volumeMounts.map(({ name }) => name);
    expect(mounted.toSorted()).toEqual(spec.volumes.map(({ name }) => name).toSorted());
  }
});

it('the ports are those that the image listens at, and each is found by its name', () => {
  const { deployment, all } = installed(everything);
  const image = read('deploy/container/Containerfile');
  const [container] = deployment.spec.template.spec.containers;
  const ports = new Map(container!.ports!.map(({ name, containerPort }) => [name, containerPort]));
  expect(image).toMatch(new RegExp(` PORT=${ports.get('http')} `));
  expect(image).toMatch(new RegExp(`MONITORING_PORT=${ports.get('monitoring')} `));
  const probes = [container!.startupProbe!, container!.livenessProbe!, container!.readinessProbe!];
  expect(probes.map(({ httpGet }) => `${httpGet.path} ${httpGet.port}`)).toEqual([
    '/live monitoring',
    '/live monitoring',
    '/ready monitoring',
  ]);
  const [portal, monitoring] = all('Service');
  expect(portal!.spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
  expect(monitoring!.spec.ports.map(({ targetPort }) => targetPort)).toEqual(['monitoring']);
  for (const { spec } of all('Ingress'))
    for (const { backend } of spec.rules.flatMap(({ http }) => http.paths))
      expect(backend.service).toEqual({
        name: portal!.metadata.name,
        port: { name: portal!.spec.ports[0]!.name },
      });
});

it('the paths of probes and metrics are those of the server', () => {
  const served = read('src/server/monitoring/monitoring.ts');
  const { deployment, all } = installed(everything);
  const [container] = deployment.spec.template.spec.containers;
  const [monitor] = all('ServiceMonitor');
  for (const asked of [
    container!.livenessProbe!.httpGet.path,
    container!.readinessProbe!.httpGet.path,
    monitor!.spec.endpoints[0]!.path,
  ])
    expect(served).toContain(`'${asked}'`);
});

it('whatever chooses pods chooses those of the portal, and not those of the migration', () => {
  const { deployment, job, all } = installed(everything);
  const { labels } = deployment.spec.template.metadata;
  const chosen = [
    deployment.spec.selector.matchLabels,
    deployment.spec.template.spec.topologySpreadConstraints![0]!.labelSelector.matchLabels,
    ...all('Service').map(({ spec }) => spec.selector),
    ...all('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ...all('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
  ];
  expect(chosen).toHaveLength(6);
  for (const selector of chosen) {
    expect(labels).toMatchObject(selector);
    expect(job.spec.template.metadata.labels).not.toMatchObject(selector);
  }
  const [portal, monitoring] = all('Service');
  const [monitor] = all('ServiceMonitor');
  expect(monitoring!.metadata.labels).toMatchObject(monitor!.spec.selector.matchLabels);
  expect(portal!.metadata.labels).not.toMatchObject(monitor!.spec.selector.matchLabels);
  expect(monitor!.spec.endpoints[0]!.port).toBe(monitoring!.spec.ports[0]!.name);
});

it('nobody notices a restart, and the end is waited for', () => {
  for (const values of [{}, everything]) {
    const { deployment, all } = installed(values);
    const { containers, terminationGracePeriodSeconds } = deployment.spec.template.spec;
    const seconds = (name: string) =>
      containers[0]!.env.flatMap((it) => ('value' in it && it.name === name ? [Number(it.value)] : []))[0]!;
    expect(deployment.spec.replicas).toBeGreaterThanOrEqual(2);
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    expect(all('PodDisruptionBudget')[0]!.spec.maxUnavailable).toBe(1);
    expect(seconds('STOP_DELAY_SECONDS')).toBeGreaterThan(0);
    expect(terminationGracePeriodSeconds).toBe(seconds('STOP_DELAY_SECONDS') + seconds('STOP_SECONDS') + 10);
  }
});

it('both kinds of pods are what the level `restricted` of Kubernetes demands, and write to volumes alone', () => {
  const { deployment, job } = installed(everything);
  const [, user] = /^USER (\d+):(\d+)$/m.exec(read('deploy/container/Containerfile'))!;
  for (const { spec } of [deployment.spec.template, job.spec.template]) {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(user) });
    expect(spec.containers[0]!.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(
      spec.containers[0]!.volumeMounts.filter(({ readOnly }) => !readOnly).map((it) => it.mountPath),
    ).toEqual(spec === deployment.spec.template.spec ? ['/tmp', '/var/log/serviceportal'] : ['/tmp']);
  }
});

it('the tables are made before, by the command of the release, from the image of the portal', () => {
  const { deployment, job } = installed(everything);
  const [container] = job.spec.template.spec.containers;
  expect(job.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
  expect(container!.image).toBe(deployment.spec.template.spec.containers[0]!.image);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { migrate: string } };
  expect(`node ${container!.args!.join(' ')}`).toBe(scripts.migrate);
  expect(existsSync(path.join(root, container!.args![0]!))).toBe(true);
});

it('the image is of one version, or one content', () => {
  const imageOf = (values: Values) => installed(values).deployment.spec.template.spec.containers[0]!.image;
  expect(imageOf({})).toMatch(/\/serviceportal:\d+\.\d+\.\d+$/);
  expect(imageOf({ image: { tag: '9.9.9' } })).toMatch(/:9\.9\.9$/);
  expect(imageOf(everything)).toMatch(/\/serviceportal@sha256:[0-9a-f]{64}$/);
});

it('the ingress alone reaches the portal, the monitoring alone its port', () => {
  const [policy] = installed().all('NetworkPolicy');
  expect(policy!.spec.policyTypes).toEqual(['Ingress']);
  const allowed = policy!.spec.ingress.map(({ from, ports }) => [
    from.map(({ namespaceSelector }) => namespaceSelector.matchLabels),
    ports.map(({ port }) => port),
  ]);
  expect(allowed).toEqual([
    [[{ 'kubernetes.io/metadata.name': 'ingress' }], ['http']],
    [[{ 'kubernetes.io/metadata.name': 'monitoring' }], ['monitoring']],
  ]);
});

it('the ingress has TLS, takes the files that nginx takes, and closes the pages that nginx closes', () => {
  const nginx = read('deploy/nginx/serviceportal.conf');
  const [everybody, operators] = installed({ host: 'portal.land.example' }).all('Ingress');
  const [, size] = /client_max_body_size (\w+);/.exec(nginx)!;
  const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(nginx)!;
  const [, closed] = /location ~ \^\/\((\S+?)\)\(\/\|\$\)/.exec(nginx)!;
  for (const { spec, metadata } of [everybody!, operators!]) {
    expect(spec.tls).toEqual([{ hosts: ['portal.land.example'], secretName: 'serviceportal-tls' }]);
    expect(spec.rules.map(({ host }) => host)).toEqual(['portal.land.example']);
    expect(metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-body-size': size,
      'nginx.ingress.kubernetes.io/proxy-read-timeout': seconds,
      'haproxy.org/timeout-server': `${seconds}s`,
    });
  }
  const pathsOf = ({ spec }: OfKind<'Ingress'>) => spec.rules[0]!.http.paths.map((it) => it.path);
  expect(pathsOf(everybody!)).toEqual(['/']);
  expect(pathsOf(operators!)).toEqual(closed!.split('|').map((it) => `/${it}`));
  expect(operators!.metadata.annotations).toMatchObject({
    'nginx.ingress.kubernetes.io/whitelist-source-range': '10.0.0.0/8',
    'haproxy.org/allow-list': '10.0.0.0/8',
  });
  expect(everybody!.metadata.annotations).not.toHaveProperty('haproxy.org/allow-list');
});

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
