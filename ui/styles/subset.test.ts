import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { subset } from './subset.ts';

const kern = readFileSync(createRequire(import.meta.url).resolve('@kern-ux/native/dist/kern.css'), 'utf8');
const sources = Object.keys(
  import.meta.glob([
    '../**/*.{tsx,css}',
    '../../src/browser/**/*.{ts,tsx}',
    '!../**/*.test.tsx',
    '!./kern.css',
  ]),
).map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'));

/** `npx vitest run ui/styles -u` writes kern.css anew after a KERN update or a newly used class. */
it('kern.css holds what our sources use of KERN, no more and no less', async () => {
  expect(sources.length).toBeGreaterThan(10);
  await expect(subset(kern, sources)).toMatchFileSnapshot('./kern.css');
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
