import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageSettings, SETTINGS_ID } from '#contract/settings.ts';
import { type Portal, startPortal } from './portal.ts';

/** A public page in both languages, and one that the application's script renders. */
const pages = ['/', '/en', '/nutzerkonto'] as const;

let contentDir: string;
let portal: Portal;

beforeAll(async () => {
  contentDir = await mkdtemp(path.join(tmpdir(), 'content-'));
  cpSync('content', contentDir, { recursive: true });
  portal = await startPortal({ contentDir, environment: { LOG_LEVEL: 'silent' } });
});
afterAll(async () => {
  await portal?.close();
  await rm(contentDir, { recursive: true, force: true });
});

async function get(address: string) {
  const response = await fetch(portal.url + address);
  const html = await response.text();
  const [, data = 'null'] = new RegExp(`id="${SETTINGS_ID}">(.*?)</script>`).exec(html) ?? [];
  return {
    html,
    title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '',
    theme: (JSON.parse(data) as PageSettings).theme,
    policy: response.headers.get('content-security-policy') ?? '',
    styles: [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css),
    /** The style of the theme: the last of the head. */
    colours: /<style>((?:(?!<style>).)*?)<\/style>(?=(?:(?!<style>).)*<\/head>)/s.exec(html)?.[1] ?? '',
    icon: /<link rel="icon" href="([^"]+)"/.exec(html)?.[1] ?? '',
    /** Address of the logo, which the home page publishes to other sites. */
    logo: /"logo":"([^"]+)"/.exec(html)?.[1] ?? '',
    etag: response.headers.get('etag'),
  };
}
type Shown = Awaited<ReturnType<typeof get>>;

/** Browsers do not apply a style that the policy does not name. */
function expectAllowed({ styles, policy }: Shown): void {
  expect(styles.length).toBeGreaterThan(1);
  for (const css of styles) {
    expect(policy).toContain(`'sha256-${createHash('sha256').update(css).digest('base64')}'`);
  }
}

async function changeTheme(id: string, change: (theme: string) => string): Promise<() => Promise<void>> {
  const file = path.join(contentDir, 'themes', id, 'theme.json');
  const before = await readFile(file, 'utf8');
  expect(change(before)).not.toBe(before);
  await writeFile(file, change(before));
  return () => writeFile(file, before);
}

describe('the theme', () => {
  it.each(pages)('names the portal and gives its colours on %s', async (address) => {
    const page = await get(address);
    const locale = address === '/en' ? 'en' : 'de';
    expect(page.title).toContain(page.theme.portalName[locale]);
    expect(page.theme.portalName.de).toBe('Serviceportal Schleswig-Holstein');
    expect(page.colours).toContain('--sp-action:#2044aa');
    expectAllowed(page);
  });

  it('shows its titles, links and logo to people without script', async () => {
    const { html, theme } = await get('/');
    for (const text of [theme.headerTitle.de, theme.stateName.de, theme.footerTitle.de]) {
      expect(html).toContain(`${text}<`);
    }
    expect(html).toContain(`href="${theme.returnUrl}"`);
    expect(html).toContain(`href="${theme.footerLinks[0]?.url.de}"`);
    expect(html).toContain(`<img src="${theme.headerLogo.src}" width="48" height="48"`);
  });

  it('has its small pictures in the page', async () => {
    const { theme, icon } = await get('/');
    for (const picture of [theme.headerLogo.src, icon]) {
      const response = await fetch(picture);
      expect(response.headers.get('content-type')).toBe('image/svg+xml');
      expect(await response.text()).toMatch(/^<svg/);
    }
  });

  it('has its pictures at addresses that may be kept for good and can do nothing', async () => {
    const { logo } = await get('/');
    const { status, headers } = await fetch(logo);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('cache-control')).toContain('immutable');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const { pathname } = new URL(logo);
    const folder = path.posix.dirname(pathname);
    for (const other of ['theme.json', 'constructor', '..%2f..%2fhome.json']) {
      expect((await fetch(`${portal.url}${folder}/${other}`)).status, other).toBe(404);
    }
  });

  it('changes with the content, without a new build, on all pages and in the policy', async () => {
    const before = await Promise.all(pages.map(get));
    const restore = await changeTheme('sp', (theme) =>
      theme.replaceAll('#2044aa', '#8a1450').replaceAll('Serviceportal', 'Amtsportal'),
    );
    portal.reloadContent();
    await expect.poll(async () => (await get('/')).title, { timeout: 120_000 }).toContain('Amtsportal');
    for (const address of pages) {
      const after = await get(address);
      expect(after.colours).toContain('--sp-action:#8a1450');
      expectAllowed(after);
    }
    expect((await get('/')).etag).not.toBe(before[0]?.etag);
    // A browser with the old page open still gets its logo.
    expect((await get('/')).logo).not.toBe(before[0]?.logo);
    const old = await fetch(before[0]?.logo ?? '');
    expect([old.status, old.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    await restore();
    portal.reloadContent();
    await expect.poll(async () => (await get('/')).etag, { timeout: 120_000 }).toBe(before[0]?.etag);
  });

  it('stays when the new one cannot be read by everybody', async () => {
    const restore = await changeTheme('sp', (theme) =>
      theme.replace('"text": "#131525"', '"text": "#9a9aa0"').replaceAll('Serviceportal', 'Amtsportal'),
    );
    portal.reloadContent();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect((await get('/')).title).toContain('Serviceportal');
    await restore();
  });

  it('is another one after a start with its name', async () => {
    const before = await get('/');
    await portal.kill();
    await portal.start({ THEME: 'kreis-ostholstein' });
    const page = await get('/');
    expect(page.title).toContain('Kreisportal Ostholstein');
    expect(page.html).toContain('Offizielle Website – Kreis Ostholstein');
    expect(page.styles[0]).toBe(before.styles[0]);
    expect(page.colours).not.toBe(before.colours);
    expectAllowed(page);
    const payload = async () =>
      (await fetch(`${portal.url}/_payload.json`)).json() as Promise<{ hash: string }>;
    expect(before.html).not.toContain((await payload()).hash);
    expect(page.theme.footerLogo?.src).toMatch(/^data:image/);
    expect((await fetch(page.logo)).status).toBe(200);
  });

  it.each([
    ['there is none of that name', { THEME: 'blau' }],
    ['its name leads elsewhere', { THEME: '../services' }],
  ])('keeps the service from starting when %s', async (_, environment) => {
    await portal.kill();
    await expect(portal.start(environment)).rejects.toThrow('ended with 1');
  });

  it('keeps the service from starting when it cannot be read by everybody', async () => {
    await portal.kill();
    const restore = await changeTheme('sp', (theme) =>
      theme.replaceAll('"text": "#ffffff"', '"text": "#4466cc"'),
    );
    await expect(portal.start()).rejects.toThrow('ended with 1');
    await restore();
  });
});
