import { expect, it } from 'vitest';
import { everything, installed, type OfKind, read } from './testing/installed.ts';

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

it('Prometheus knows the processes by the name that the alerts ask for', () => {
  const [monitor] = installed(everything).all('ServiceMonitor');
  const jobs = read('docs/alerts.yml').match(/(?<=job=")[^"]+/g);
  expect(new Set(jobs)).toEqual(new Set(['portal']));
  expect(monitor!.spec.endpoints[0]!.relabelings).toEqual([{ targetLabel: 'job', replacement: 'portal' }]);
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
