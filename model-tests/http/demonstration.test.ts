// @vitest-environment jsdom
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PageSettings, SETTINGS_ID } from '#contract/settings.ts';
import { freePorts } from './free-ports.ts';

/** `npm start` as people run it to try the portal: its output is true. */
let demo: ChildProcess;
let folder = '';
let printed = '';

/** The portal, and its partners on the ports behind it. */
const PORTS = 14;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'demonstration-'));
  const { PREPARED, OPERATIONS_TOKEN: _, ...environment } = process.env;
  if (PREPARED) {
    cpSync(path.join(PREPARED, 'data'), folder, { recursive: true });
    cpSync(path.join(PREPARED, 'partners'), path.join(folder, 'stand-ins'), { recursive: true });
  }
  demo = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../src/stand-ins/demo.ts')], {
    env: { ...environment, PORT: String(await freePorts(PORTS)), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const text of demo.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text;
    if (printed.includes('Stop with Ctrl+C')) break;
  }
  expect(printed).toContain('Stop with Ctrl+C');
  demo.stdout!.resume();
});
afterAll(async () => {
  if (demo.exitCode === null) {
    const gone = once(demo, 'exit');
    demo.kill('SIGTERM');
    await gone;
  }
  await rm(folder, { recursive: true, force: true });
});

/** The printed value of a name, up to a remark in brackets. */
function printedAs(name: string): string {
  const found = printed.split('\n').find((line) => line.startsWith(`  ${name}  `));
  return (found ?? '')
    .slice(name.length + 2)
    .replace(/\(.*/, '')
    .trim();
}
const pageOf = async (address: string) =>
  new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');

it.each([
  ['In German', 'de', '/werkstatt'],
  ['In English', 'en', '/en/workshop'],
])('the workshop is where it says: %s', async (name, language, its) => {
  const address = printedAs(name);
  expect(new URL(address).pathname).toBe(its);
  expect((await pageOf(address)).documentElement.lang).toBe(language);
});

it('a window can be followed from the address that it says', async () => {
  const address = printedAs('A window followed in it');
  expect(new URL(address).searchParams.has('inspect')).toBe(true);
  const settings = (await pageOf(address)).getElementById(SETTINGS_ID)?.textContent ?? '';
  expect((JSON.parse(settings) as PageSettings).inspection).toEqual({ viewer: null });
});

it('the token of the operators opens the totals, and their page', async () => {
  const token = printedAs('Token of the operators');
  expect(token).toMatch(/^demonstration-/);
  expect(token.length).toBeGreaterThanOrEqual(32);
  const { origin } = new URL(printedAs('In German'));
  const totals = `${origin}/api/workshop/totals`;
  expect((await fetch(totals)).status).toBe(401);
  const login = await fetch(`${origin}/betrieb`, {
    method: 'POST',
    body: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect((await fetch(totals, { headers: { cookie } })).status).toBe(200);
  expect(printed).toContain(`also opens ${origin}/betrieb`);
  const page = await fetch(`${origin}/betrieb`, { headers: { cookie } });
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain('name="token"');
});
