import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { subset, withoutUnusedIcons } from './subset.ts';

const kern = readFileSync(createRequire(import.meta.url).resolve('@kern-ux/native/dist/kern.css'), 'utf8');
const read = (files: Record<string, unknown>) =>
  Object.keys(files).map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'));

const all = read(
  import.meta.glob([
    '../**/*.{tsx,css}',
    '../../src/browser/**/*.{ts,tsx}',
    '!../**/*.test.tsx',
    '!./kern*.css',
    '!./public.css',
  ]),
);

/** What public pages are made of, what may come up on them after a while (notices) included. */
const publicPages = read(
  import.meta.glob([
    '../frame/{portal-frame,footer,language-switch}.tsx',
    '../kit/{alert,button,card,combobox,description-list,field,heading,html,layout,link,loader,pagination}.tsx',
    '../kit/{dialog,status-badge,toast,topic-icon,visually-hidden}.tsx',
    '../screens/{home,search,service,topic,life-situation,portals,pages,errors}/*.tsx',
    '../screens/shared/*.tsx',
    './{tokens,base,layout,buttons,fields,alerts,cards,notices,icons,frame,search,browse,service,print}.css',
  ]),
);
const [icons = ''] = read(import.meta.glob('../kit/icon.tsx'));

/** `npx vitest run ui/styles -u` writes both anew after a KERN update or a newly used class. */
describe('what our sources use of KERN, no more and no less, is held by', () => {
  it('kern.css for the application', async () => {
    expect(all.length).toBeGreaterThan(10);
    await expect(subset(kern, all)).toMatchFileSnapshot('./kern.css');
  });
  it('kern-public.css for the public pages', async () => {
    expect(publicPages.length).toBeGreaterThan(40);
    const used = withoutUnusedIcons(icons, publicPages);
    await expect(subset(kern, [...publicPages, used])).toMatchFileSnapshot('./kern-public.css');
  });
});

it('the style of a public page fits into ten kibibytes, compressed', () => {
  const files = [
    ...readFileSync(new URL('./public.css', import.meta.url), 'utf8').matchAll(/"(\.\/[^"]+)"/g),
  ];
  expect(files.length).toBeGreaterThan(10);
  const text = files.map(([, file = '']) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n');
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

it('holds the picture of an icon once, and one rule shows it', () => {
  const icon = '-webkit-mask:url("data:x");mask:url("data:x");background-color:black';
  const forced = '@media (forced-colors:active){.kern-icon--a{background-color:white !important}}';
  const css = subset(`.kern-icon{width:1px}.kern-icon--a{${icon}}${forced}`, ['kern-icon kern-icon--a']);
  expect(css.match(/data:x/g)).toHaveLength(1);
  expect(css).toContain('.kern-icon{-webkit-mask:var(--sp-icon);mask:var(--sp-icon);background-color:black}');
  expect(css).toContain('.kern-icon--a{--sp-icon:url("data:x")}');
});

it('leaves out icons that nothing names', () => {
  const signs =
    "  add: 'kern-icon--add',\n  'arrow-back': 'kern-icon--arrow-back',\n  small: 'kern-icon--small',";
  const kept = withoutUnusedIcons(signs, ['<Icon name="arrow-back" />']);
  expect(kept).not.toContain('kern-icon--add');
  expect(kept).toContain('kern-icon--arrow-back');
  expect(kept).toContain('kern-icon--small');
});
