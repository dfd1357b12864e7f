// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageSettings, SETTINGS_ID } from '#contract/settings.ts';
import { CONTEXT_CHANNEL } from '#contract/shown-context.ts';
import { type Portal, startPortal } from './portal.ts';

const TOKEN = 'a token that only operators know, 1234';
const VIEWER = 'https://viewer.example/inspect';

async function settingsOf(portal: Portal, address: string, cookie = '') {
  const response = await fetch(portal.url + address, { headers: { cookie } });
  const document = new DOMParser().parseFromString(await response.text(), 'text/html');
  const { inspection } = JSON.parse(document.getElementById(SETTINGS_ID)?.textContent ?? '') as PageSettings;
  return { inspection, etag: response.headers.get('etag'), headers: response.headers };
}

const statusesOf = (portal: Portal, cookie = '') =>
  Promise.all(
    ['/werkstatt', '/en/workshop'].map(
      async (path) => (await fetch(portal.url + path, { headers: { cookie } })).status,
    ),
  );

/** A page for everybody, which is stored, and one of the application. */
const PAGES = ['/hilfe', '/formular'];

describe('a portal that is not in production', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await startPortal({ environment: { INSPECTOR_URL: VIEWER } });
  });
  afterAll(() => portal?.close());

  it.each(PAGES)(
    'may be inspected by everybody, and knows the viewer that a developer has named: %s',
    async (page) => {
      const { inspection, headers } = await settingsOf(portal, page);
      expect(inspection).toEqual({ viewer: VIEWER });
      // A message to a window needs no permission to load anything from it.
      expect(headers.get('content-security-policy')).not.toContain('viewer.example');
    },
  );

  it('has a workshop', async () => {
    expect(await statusesOf(portal)).toEqual([200, 200]);
  });
});

describe('a portal whose windows only operators may inspect', () => {
  let portal: Portal;
  let cookie = '';
  beforeAll(async () => {
    portal = await startPortal({ environment: { INSPECTOR: 'off', OPERATIONS_TOKEN: TOKEN } });
    const response = await fetch(`${portal.url}/betrieb`, {
      method: 'POST',
      body: new URLSearchParams({ token: TOKEN }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  });
  afterAll(() => portal?.close());

  it.each(PAGES)('does not pass on what an operator got: %s', async (page) => {
    const before = await settingsOf(portal, page);
    expect(before.inspection).toBeNull();
    const operator = await settingsOf(portal, page, cookie);
    expect(operator.inspection).toEqual({ viewer: null });
    expect(operator.headers.get('cache-control')).toMatch(/private|no-store/);
    const after = await settingsOf(portal, page);
    expect(after.inspection).toBeNull();
    expect(after.etag).toBe(before.etag);
    if (operator.etag !== null) expect(operator.etag).not.toBe(before.etag);
  });

  it('has a workshop for operators alone', async () => {
    expect(await statusesOf(portal)).toEqual([404, 404]);
    expect(await statusesOf(portal, cookie)).toEqual([200, 200]);
  });

  it.each(PAGES)('believes no cookie that it has not signed: %s', async (page) => {
    expect((await settingsOf(portal, page, cookie.replace(/.$/, ''))).inspection).toBeNull();
  });
});

it('the built application has nothing that tells what workflows remember', () => {
  const telling = globSync('dist/**/*.js').filter((file) =>
    readFileSync(file, 'utf8').includes(CONTEXT_CHANNEL),
  );
  expect(telling).toEqual([]);
});

it('the built application names no host of the inspector’s makers', () => {
  const files = globSync('dist/**/*.{js,css,html,json}');
  expect(files.length).toBeGreaterThan(50);
  const naming = files.filter((file) => /stately\.ai|partykit|partysocket/.test(readFileSync(file, 'utf8')));
  expect(naming).toEqual([]);
});
