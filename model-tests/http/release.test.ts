import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRelease } from '#deploy/release/make-release.ts';
import { type Partners, readContent, startPartners } from '#stand-ins/partners.ts';
import { freePorts } from './free-ports.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** Megabytes that the image may have, unpacked. */
const MOST_MEGABYTES = 300;
const PUBLIC_URL = 'https://portal.example.org';
/** A user that exists nowhere else, and so owns nothing. */
const USER = '65532:65532';
const root = path.resolve(import.meta.dirname, '../..');

/**
 * Starts a program as containers do: everything below `image` is read-only but /tmp, the program is process 1, and it
 * has no rights. The script replaces itself by it.
 */
const CONTAINER = `
mount --bind "$IMAGE" "$IMAGE"
mount -o remount,bind,ro "$IMAGE"
mount -t tmpfs tmpfs "$IMAGE/tmp"
mount -t proc proc "$IMAGE/proc"
mount --rbind /dev "$IMAGE/dev"
exec chroot --userspec=${USER} "$IMAGE" "$@"`;

const megabytesOf = (folder: string) =>
  Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);

/** Whether a program ends well. */
const works = (program: string, ...args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;
// Namespaces and mounts need rights that a developer's account and many containers do not have, and the folder a Debian.
const isPossible =
  process.getuid?.() === 0 &&
  works('dpkg', '--status', 'libc6') &&
  works('unshare', '--mount', '--pid', '--fork', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt');
const postgres: PostgresServer | null = isPossible ? await startPostgres() : null;

describe.runIf(postgres)('the content of the image', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  const image = path.join(folder, 'image');
  let partners: Partners;
  let container: ChildProcess;
  let output = '';
  let ports: { people: number; monitoring: number };

  const inContainer = (variables: Record<string, string>, ...command: string[]) => {
    const flags = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-eu', '-c', CONTAINER, 'sh'];
    // The programs that make the container need the path and its folder; the portal reads neither.
    return spawn('unshare', [...flags, '/portal/bin/node', ...command], {
      env: { PATH: process.env.PATH, IMAGE: image, ...variables },
    });
  };

  beforeAll(async () => {
    execFileSync('sh', [path.join(root, 'deploy/container/system.sh'), image]);
    await makeRelease(path.join(image, 'portal'), 'c0ffee1');
    const stateDir = path.join(folder, 'partners');
    cpSync(path.join(process.env.PREPARED ?? '', 'partners'), stateDir, { recursive: true });
    const content = readContent('content');
    partners = await startPartners({ stateDir, content, portalUrl: PUBLIC_URL, acceptAfterMs: 0 });
    const first = await freePorts(2);
    ports = { people: first, monitoring: first + 1 };
    const migration = inContainer({ DATABASE_URL: postgres?.url ?? '' }, '/portal/src/server/migrate.ts');
    expect(await once(migration, 'exit')).toEqual([0, null]);
    container = inContainer(
      {
        ...partners.environment,
        ...imageVariables(),
        DATABASE_URL: postgres?.url ?? '',
        PUBLIC_URL,
        FITCONNECT_TRUSTED_CERTIFICATES: partners.delivery.roots,
        SEALING_KEYS: `2026 ${randomBytes(32).toString('base64')}`,
        HOST: '127.0.0.1',
        PORT: String(ports.people),
        MONITORING_HOST: '127.0.0.1',
        MONITORING_PORT: String(ports.monitoring),
      },
      '/portal/src/server/main.ts',
    );
    for (const stream of [container.stdout, container.stderr])
      stream?.on('data', (text: Buffer) => {
        output += text;
      });
    while (!(await isReady())) {
      if (container.exitCode !== null) throw new Error(output);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  afterAll(async () => {
    container?.kill('SIGKILL');
    await partners?.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const isReady = () =>
    fetch(`http://127.0.0.1:${ports.monitoring}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );

  it('is small enough', () => {
    expect(megabytesOf(image)).toBeLessThan(MOST_MEGABYTES);
  });

  it('has what operators read and load', () => {
    for (const name of ['install', 'operations', 'monitoring', 'upgrade', 'content'])
      expect(existsSync(path.join(image, `portal/docs/${name}.md`)), name).toBe(true);
    for (const name of ['docs/alerts.yml', 'docs/dashboard.json', 'CHANGELOG.md'])
      expect(existsSync(path.join(image, 'portal', name)), name).toBe(true);
  });

  it('says what is in it: every package that was copied is in its SBOM', () => {
    const portal = path.join(image, 'portal');
    const { components } = JSON.parse(readFileSync(path.join(portal, 'sbom.json'), 'utf8')) as {
      components: { name: string; group?: string; version: string }[];
    };
    const named = new Set(
      components.map(({ name, group, version }) => `${group ? `${group}/` : ''}${name} ${version}`),
    );
    const copied = globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], {
      cwd: portal,
    })
      .map(
        (file) =>
          JSON.parse(readFileSync(path.join(portal, file), 'utf8')) as { name: string; version: string },
      )
      .map(({ name, version }) => `${name} ${version}`);
    expect(copied.length).toBeGreaterThan(20);
    expect(copied.filter((it) => !named.has(it))).toEqual([]);
  });

  it('tells the commit that it was made from', async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.monitoring}/metrics`);
    expect(await answer.text()).toMatch(/^portal_info\{version="[\d.]+",commit="c0ffee1"\} 1$/m);
  });

  it('serves pages, their scripts and documents, without a right to write', async () => {
    const page = await fetch(`http://127.0.0.1:${ports.people}/`);
    expect(page.status).toBe(200);
    const [script = ''] = /\/assets\/[^"' ]+\.js/.exec(await page.text()) ?? [];
    expect((await fetch(`http://127.0.0.1:${ports.people}${script}`)).status).toBe(200);
    expect(output).not.toMatch(/EROFS|EACCES|ENOENT|"level":[56]0/);
  });

  it('runs as process 1 of its own, as nobody, and cannot write', () => {
    const pid = processIn(container);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(/^NSpid:.*\t1$/m);
    expect(status).toMatch(/^Uid:\t65532\t65532/m);
    const mounts = readFileSync(`/proc/${pid}/mounts`, 'utf8');
    expect(mounts).toMatch(/^\S+ \/ \S+ ro[,\s]/m);
  });

  it('ends by itself when it is told to, as process 1', async () => {
    const gone = once(container, 'exit');
    process.kill(processIn(container), 'SIGTERM');
    expect(await gone).toEqual([0, null]);
  });
});

/** The process that a container consists of. */
const processIn = ({ pid }: ChildProcess): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());

/** The variables that the image sets, as the Containerfile has them. */
function imageVariables(): Record<string, string> {
  const file = readFileSync(path.join(root, 'deploy/container/Containerfile'), 'utf8');
  const [, last = ''] = /\nENV (NODE_ENV=(?:.*\\\n)*.*)\n/.exec(file) ?? [];
  return Object.fromEntries(
    last
      .split(/[\s\\]+/)
      .filter((it) => it !== '' && !it.includes('$'))
      .map((it) => it.split('=') as [string, string]),
  );
}
