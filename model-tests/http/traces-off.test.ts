import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type CollectorStandIn, startCollectorStandIn } from '#stand-ins/collector/server.ts';
import { type Partners, readContent, startPartners } from '#stand-ins/partners.ts';
import { freePorts } from './free-ports.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'traces-off-'));
const fileOf = (name: string) => path.join(folder, name);
/** Writes down the address of every module of OpenTelemetry, and of ours for it, that a process loads. */
const HOOK = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.includes('opentelemetry') || url.includes('open-telemetry')) appendFileSync(process.env.LOADED, url + '\\n');
    return next(url, context);
  },
});`;

/** Another library of the server brings the interface without its function (prom-client). */
const isOfSdk = (url: string) => url !== '' && !url.includes('/@opentelemetry/api/');

let partners: Partners;
let collector: CollectorStandIn;
let server: ChildProcess | undefined;
let output = '';
let url: string;

beforeAll(async () => {
  for (const part of ['partners', 'data'])
    cpSync(path.join(process.env.PREPARED ?? '', part), fileOf(part), { recursive: true });
  writeFileSync(fileOf('hook.mjs'), HOOK);
  url = `http://localhost:${await freePorts()}`;
  const [stateDir, content] = [fileOf('partners'), readContent('content')];
  partners = await startPartners({ stateDir, content, portalUrl: url, acceptAfterMs: 0 });
  collector = await startCollectorStandIn({ port: 0, token: 'of-this-year' });
});
afterEach(async () => {
  if (server?.exitCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
});
afterAll(async () => {
  await Promise.all([partners?.close(), collector?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the server from its sources, not from the bundle of the tests. @returns the modules that it has loaded */
async function start(name: string, changed: Record<string, string>): Promise<() => string[]> {
  const loaded = fileOf(name);
  output = '';
  server = spawn(process.execPath, ['--import', fileOf('hook.mjs'), 'src/server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      ...partners.environment,
      PORT: new URL(url).port,
      PUBLIC_URL: url,
      DATA_DIR: fileOf('data'),
      LOG_LEVEL: 'info',
      SECURITY_LOG: fileOf('security.log'),
      LOADED: loaded,
      ...changed,
    },
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (text: Buffer) => {
      output += text;
    });
  await expect
    .poll(() => {
      if (server?.exitCode !== null) throw new Error(output);
      return output;
    })
    .toContain('Server listening');
  return () => (existsSync(loaded) ? readFileSync(loaded, 'utf8').split('\n') : []).filter(isOfSdk);
}

it('nothing of the SDK is loaded where traces are off, whatever else is set', async () => {
  const loaded = await start('off', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_SDK_DISABLED: 'true',
    OTEL_TRACES_SAMPLER: 'always_on',
  });
  expect((await fetch(url)).status).toBe(200);
  expect(loaded()).toEqual([]);
  expect(collector.requests()).toBe(0);
});

it('it is loaded where they are on, and the secret of the collector is renewed without a stop', async () => {
  writeFileSync(fileOf('headers'), 'authorization=Bearer%20of-last-year\n');
  const loaded = await start('on', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS_FILE: fileOf('headers'),
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  const packages = loaded().map((module) => /node_modules\/(@opentelemetry\/[^/]+)/.exec(module)?.[1]);
  expect(new Set(packages)).toContain('@opentelemetry/sdk-trace');
  await fetch(url);
  await expect.poll(() => output).toContain('"reason":"answered 401","msg":"a partner is away"');
  expect(collector.spans()).toEqual([]);
  writeFileSync(fileOf('headers'), 'authorization=Bearer%20of-this-year\n');
  server?.kill('SIGHUP');
  await expect
    .poll(async () => {
      await fetch(url);
      return output;
    })
    .toContain('a partner is back');
  expect(collector.spans().length).toBeGreaterThan(0);
  expect(output).not.toMatch(/of-(last|this)-year/);
});
