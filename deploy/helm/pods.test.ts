import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { environment, secrets } from '#server/config/variables.ts';
import { everything, installed, kinds, read, root } from './testing/installed.ts';

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
