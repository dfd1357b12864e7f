import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ICONS } from '#ui/kit/icon.tsx';
import { subset, symbols } from './subset.ts';

const kern = readFileSync(createRequire(import.meta.url).resolve('@kern-ux/native/dist/kern.css'), 'utf8');
const read = (files: Record<string, unknown>) =>
  Object.keys(files).map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'));

const all = read(
  import.meta.glob([
    '../**/*.{tsx,css}',
    '../../src/browser/**/*.{ts,tsx}',
    '!../**/*.test.tsx',
    '!./kern*.css',
    '!./public.css',
  ]),
);

/** Sources of the public pages, including parts that may appear on them later (messages). */
const publicPages = read(
  import.meta.glob([
    '../frame/{portal-frame,footer,language-switch}.tsx',
    '../kit/{alert,button,card,combobox,description-list,field,heading,html,icon,layout,link,loader,pagination}.tsx',
    '../kit/{dialog,status-badge,toast,topic-icon,visually-hidden}.tsx',
    '../screens/{home,search,service,topic,life-situation,portals,pages,errors}/*.tsx',
    '../screens/shared/*.tsx',
    './{tokens,base,layout,buttons,fields,alerts,cards,messages,frame,search,browse,service,print}.css',
  ]),
);
/** Icons that KERN does not have. */
const own: Record<string, string> = {
  print:
    '<path d="M7 3h10v4H7zM5 8h14a3 3 0 0 1 3 3v6h-4v4H6v-4H2v-6a3 3 0 0 1 3-3zm3 6v5h8v-5zm9.5-3.5a1 1 0 1 0 2 0 1 1 0 0 0-2 0z"/>',
  place:
    '<path d="M12 2a7 7 0 0 0-7 7c0 5 7 13 7 13s7-8 7-13a7 7 0 0 0-7-7zm0 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z"/>',
};

/** `npx vitest run ui/styles -u` regenerates both after a KERN update or a newly used class. */
describe('what our sources use of KERN, no more and no less, is held by', () => {
  it('kern.css for the application', async () => {
    expect(all.length).toBeGreaterThan(10);
    await expect(subset(kern, all)).toMatchFileSnapshot('./kern.css');
  });
  it('kern-public.css for the public pages', async () => {
    expect(publicPages.length).toBeGreaterThan(40);
    await expect(subset(kern, publicPages)).toMatchFileSnapshot('./kern-public.css');
  });
  it('icons.svg for both', async () => {
    const names = Object.values(ICONS).filter((name) => own[name] === undefined);
    const drawn = Object.entries(own).map(
      ([name, content]) => `<symbol id="icon-${name}" viewBox="0 0 24 24">${content}</symbol>`,
    );
    const all = [...symbols(kern, names), ...drawn].join('\n');
    await expect(
      `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">\n${all}\n</svg>\n`,
    ).toMatchFileSnapshot('../kit/icons.svg');
  });
});

it('the style of a public page fits into ten kibibytes, compressed', () => {
  const files = [...readFileSync(join(import.meta.dirname, 'public.css'), 'utf8').matchAll(/"(\.\/[^"]+)"/g)];
  expect(files.length).toBeGreaterThan(10);
  const text = files.map(([, file = '']) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');
  const small = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s*([\s{}:;,>])\s*/g, '$1');
  expect(brotliCompressSync(small).length).toBeLessThan(10 * 1024);
});

it('keeps a rule only when every KERN class of a selector is used', () => {
  const css = subset('.kern-btn{color:red}.kern-btn .kern-tag,.kern-tag{color:blue}', ['kern-btn']);
  expect(css).toBe('.kern-btn{color:red}\n');
});

it('keeps the properties that a kept rule needs, also through another property', () => {
  const css = subset(
    ':root{--kern-a:var(--kern-b);--kern-b:1px;--kern-c:2px}.kern-btn{width:var(--kern-a)}',
    ['kern-btn'],
  );
  expect(css).toBe(':root{--kern-a:var(--kern-b);--kern-b:1px}\n.kern-btn{width:var(--kern-a)}\n');
});

it('drops what serves a theme by the system setting only', () => {
  const css = subset(
    '@media (prefers-color-scheme:dark){.kern-btn{color:red}}[data-kern-theme=dark],[data-kern-theme=light]{color:blue}',
    ['kern-btn'],
  );
  expect(css).toBe('[data-kern-theme=light]{color:blue}\n');
});

it('draws icons instead of masking a ground', () => {
  const kern =
    '.kern-icon{width:1px}.kern-btn > .kern-icon{background-color:red}.kern-btn{background-color:blue}@media (forced-colors:active){.kern-btn > .kern-icon{background-color:white !important}}';
  expect(subset(kern, ['kern-btn kern-icon']).split('\n')).toEqual([
    '.kern-icon{width:1px;fill:var(--sp-text)}',
    '.kern-btn > .kern-icon{fill:red}',
    '.kern-btn{background-color:blue}',
    '',
  ]);
});

it('takes icons out of the stylesheet as symbols', () => {
  const icon = `url("data:image/svg+xml,%3Csvg viewBox='0 0 1 1' fill='%23000'%3E%3Cpath d='M0 0'/%3E%3C/svg%3E")`;
  const css = `.kern-icon--a{-webkit-mask:${icon};mask:${icon};background-color:black}`;
  expect(symbols(css, ['a'])).toEqual(['<symbol id="icon-a" viewBox="0 0 1 1"><path d="M0 0"/></symbol>']);
  expect(() => symbols(css, ['b'])).toThrow('no icon b');
});
