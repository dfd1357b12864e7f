import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openFolder } from '#server/content/load/folder.ts';
import { loadTheme, themesIn } from './load-theme.ts';

const shipped = path.resolve(import.meta.dirname, '../../../content');
const folders: string[] = [];
afterAll(() => {
  for (const dir of folders) rmSync(dir, { recursive: true, force: true });
});

/** A content folder that contains only the theme `sp`, modified. */
function folderWith(changes: Record<string, (text: string) => string>): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'themes-'));
  folders.push(dir);
  cpSync(path.join(shipped, 'themes/sp'), path.join(dir, 'themes/sp'), { recursive: true });
  for (const [name, change] of Object.entries(changes)) {
    const file = path.join(dir, 'themes/sp', name);
    const before = readFileSync(file, 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(file, after);
  }
  return dir;
}
const faultsOf = (changes: Record<string, (text: string) => string>) =>
  loadTheme(openFolder(folderWith(changes)), 'sp').faults.map(
    ({ file, line, reason }) => `${file}:${line}: ${reason}`,
  );
const inTheme = (from: string, to: string) => ({ 'theme.json': (text: string) => text.replace(from, to) });

describe('customer service', () => {
  const start = '"phoneNumber": "+49 40 66969-900"';

  it('is reached by a number and an address that the theme names', () => {
    expect(loadTheme(openFolder(shipped), 'sp').theme?.portal.customerService).toEqual({
      phoneNumber: '+49 40 66969-900',
      email: 'kundenservice@serviceportal.example',
    });
  });

  it.each([
    [
      'a number that cannot be called',
      inTheme(start, '"phoneNumber": "auf Anfrage"'),
      /phoneNumber: a telephone number/,
    ],
    ['an address that is none', inTheme('kundenservice@', 'kundenservice-'), /customerService\.email/],
    ['neither', inTheme('"customerService"', '"support"'), /customerService/],
  ])('%s is a fault', (_, change, reason) => {
    expect(faultsOf(change).join()).toMatch(reason);
  });
});

describe('the themes that ship', () => {
  const content = openFolder(shipped);

  it.each(themesIn(content))('%s has no fault and names its portal in both languages', (id) => {
    const { theme, faults } = loadTheme(content, id);
    expect(faults).toEqual([]);
    expect(theme?.portal.portalName.de).not.toBe(theme?.portal.portalName.en);
    expect(Object.keys(theme?.files ?? {})).toContain(path.basename(theme?.logo ?? ''));
  });

  it('have a small logo in the pages, a large one at an address of its own', () => {
    const { portal, logo } = loadTheme(content, 'sp').theme!;
    expect(decodeURIComponent(portal.headerLogo.src)).toMatch(/^data:image\/svg\+xml,<svg/);
    const large = {
      'logo.svg': (svg: string) => svg.replace('</svg>', `<!-- ${'x'.repeat(2_048)} --></svg>`),
    };
    const other = loadTheme(openFolder(folderWith(large)), 'sp').theme!;
    expect(other.portal.headerLogo.src).toBe(other.logo);
    expect(logo).toMatch(/^\/theme\/[0-9a-f]{12}\/logo\.svg$/);
  });

  it('have other colours on dark pages, and a band in each', () => {
    const { css, bands } = loadTheme(content, 'sp').theme!;
    expect(css).toContain('@media screen and (prefers-color-scheme:dark){');
    expect(css).toContain(`--sp-brand:${bands.dark}`);
    expect(bands).toEqual({ light: '#12306e', dark: '#4163a6' });
  });

  it('keep a plate around a logo, unless it has dark colours of its own', () => {
    const themeWith = (logo: (svg: string) => string) =>
      loadTheme(openFolder(folderWith({ 'logo.svg': logo })), 'sp').theme!.css;
    const style = '<style>@media (prefers-color-scheme: dark) {rect{fill:#345}}</style>';
    const bare = (svg: string) => `${svg.replace(/<style>.*<\/style>/, '')} `;
    expect(themeWith(bare)).toContain('.sp-mark img{background:#ffffff');
    expect(themeWith((svg) => bare(svg).replace('<circle', `${style}<circle`))).not.toContain('.sp-mark img');
  });

  it('are two that look different', () => {
    const [one, other] = themesIn(content).map((id) => loadTheme(content, id).theme);
    expect(one?.css).not.toBe(other?.css);
    expect(one?.version).not.toBe(other?.version);
  });

  it('are there for a content folder that has none of its own', () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'themes-'));
    folders.push(dir);
    expect(loadTheme(openFolder(dir), 'sp').theme?.id).toBe('sp');
    mkdirSync(path.join(dir, 'themes'));
    expect(loadTheme(openFolder(dir), 'sp').faults).toHaveLength(1);
  });
});

it('the theme that the documentation shows is a good one', () => {
  const docs = readFileSync(path.join(shipped, '../docs/themes.md'), 'utf8');
  const [, example = ''] = /```json\n(.*?)```/s.exec(docs) ?? [];
  const dir = folderWith({ 'theme.json': () => example });
  cpSync(path.join(dir, 'themes/sp/logo.svg'), path.join(dir, 'themes/sp/lettering.svg'));
  expect(loadTheme(openFolder(dir), 'sp').faults).toEqual([]);
});

describe('a theme with a fault is refused with file, line and reason', () => {
  it('when there is no such theme', () => {
    expect(loadTheme(openFolder(shipped), 'blue').faults).toEqual([
      {
        file: 'themes/blue/theme.json',
        line: 1,
        reason: 'there is no such theme (THEME names it; there are: kreis-ostholstein, sp)',
      },
    ]);
  });

  it.each([
    [
      'a colour that is none',
      inTheme('"#2044aa"', '"blue"'),
      /theme\.json:10: colours\.primary: a colour like #1a2b3c/,
    ],
    [
      'a misspelt key',
      inTheme('uppercaseDisabled', 'upercaseDisabled'),
      /:2\d: flags\.upercaseDisabled: this key is not known here/,
    ],
    [
      'a flag that is no flag',
      inTheme('"borderRadiusEnabled": true', '"borderRadiusEnabled": "yes"'),
      /flags\.borderRadiusEnabled/,
    ],
    ['a name in one language', inTheme(', "en": "Schleswig-Holstein"', ''), /theme\.json:3: stateName\.en/],
    [
      'a link with a script',
      inTheme('"url": "https://www.schleswig-holstein.de/"', '"url": "javascript:alert(1)"'),
      /footerLinks\[0\]\.url: an address/,
    ],
    [
      'an address of another host as a path',
      inTheme('"url": "https://www.schleswig-holstein.de/"', '"url": "//evil.example"'),
      /footerLinks\[0\]\.url: an address/,
    ],
    [
      'the same, as browsers read it',
      inTheme('"url": "https://www.schleswig-holstein.de/"', String.raw`"url": "/\\evil.example"`),
      /footerLinks\[0\]\.url: an address/,
    ],
    [
      'a logo that is not there',
      inTheme('"logo.svg"', '"other.svg"'),
      /theme\.json:8: logos\.header: there is no themes\/sp\/other\.svg/,
    ],
    [
      'a logo outside the folder',
      inTheme('"logo.svg"', '"../logo.svg"'),
      /logos\.header: the name of an SVG file/,
    ],
    [
      'a logo with a script',
      { 'logo.svg': (text: string) => text.replace('<circle', '<script/><circle') },
      /sp\/logo\.svg:1: the element script/,
    ],
    [
      'a logo with a handler',
      { 'logo.svg': (text: string) => text.replace('<circle', '<circle onload="x()"') },
      /the attribute onload/,
    ],
    [
      'a logo that fetches',
      { 'logo.svg': (text: string) => text.replace('<circle', '<use href="https://x.example/#a"/><circle') },
      /references to other files/,
    ],
    ['a logo that is no SVG', { 'logo.svg': () => 'GIF89a' }, /sp\/logo\.svg:1: not valid XML/],
    [
      'a logo without a size',
      { 'logo.svg': (text: string) => text.replace('viewBox="0 0 48 48"', '') },
      /needs a viewBox/,
    ],
  ])('%s', (_, changes, reason) => {
    expect(faultsOf(changes)).toContainEqual(expect.stringMatching(reason));
  });

  it('a pair of dark pages, at the colour that the theme gives for them', () => {
    expect(faultsOf(inTheme('"flags"', '"darkColours": { "text": "#555555" },\n  "flags"'))).toContainEqual(
      expect.stringMatching(
        /theme\.json:\d+: darkColours\.text: on dark pages: text on the page: #555555 on #[0-9a-f]{6} has a contrast of [12]\.\d\d:1, 4\.5:1 is needed/,
      ),
    );
  });

  it('every pair of colours that does not stand out enough, with its colours, ratio and what is needed', () => {
    const faults = faultsOf(
      inTheme('"primaryButton": { "background": "#2044aa"', '"primaryButton": { "background": "#8bc34a"'),
    );
    expect(faults).toEqual([
      expect.stringMatching(
        /button on the page: #8bc34a on #ffffff has a contrast of 2\.09:1, 3:1 is needed/,
      ),
      'themes/sp/theme.json:17: colours.primaryButton: label of the main button (rest): #ffffff on #8bc34a has a contrast of 2.09:1, 4.5:1 is needed',
      expect.stringContaining('(hover)'),
      expect.stringContaining('(active)'),
    ]);
  });
});
