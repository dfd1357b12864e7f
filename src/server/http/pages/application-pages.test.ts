import type { FastifyInstance, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { RenderedPage } from '#contract/rendering.ts';
import type { ServerContext } from '#server/context.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { ProblemError } from '#server/problem-error.ts';
import { createCallTurns } from '../security/call-turns.ts';
import { applicationPages } from './application-pages.ts';

const request = {
  url: '/formular?id=8a1f4f0e-5b1c-4c7e-9d55-0f6f2b7a9c11',
  cookies: { sp_session: 'a' },
  server: { cookiePrefix: '' },
  headers: {},
} as unknown as FastifyRequest;
const context = {
  config: { INSPECTOR: 'off' },
  interruptions: { shown: () => [] },
  content: () => ({
    areas: new Map(),
    theme: {
      css: '',
      bands: { light: '#12306e', dark: '#4163a6' },
      portal: { portalName: { de: 'Portal', en: 'Portal' }, favicon: '' },
    },
  }),
  identityProviders: new Map(),
  paymentProvider: { methods: [] },
} as unknown as ServerContext;
const rendered = {
  status: 200,
  locale: 'de',
  title: 'Antrag',
  markup: '<main>Antrag</main>',
  answers: {},
  texts: '{}',
};

/** Waits until the server has started to render. */
const cameToRender = () => new Promise((resolve) => setImmediate(resolve));

/** Pages whose rendering ends when the test decides. */
function pages(assertMayRender = async () => {}) {
  const underWay: ((page: RenderedPage | null) => void)[] = [];
  const files = {
    bundles: { application: { script: '/assets/application.js', chunks: [], styles: [] } },
    screens: {},
    css: { application: '' },
    buildId: 'a',
    icons: '',
    renderer: {
      renderWithoutScript: async () => '<p>ohne Skript</p>',
      renderApplication: () => new Promise((resolve) => underWay.push(resolve)),
    },
  } as unknown as PageFiles;
  const callTurns = createCallTurns({ atOnce: 1, isLate: () => false });
  const pageOf = applicationPages({} as FastifyInstance, context, files, assertMayRender, callTurns);
  return { underWay, callTurns, pageOf };
}

it('renders so many forms at once, leaves the next to their script, and renders again when there is room', async () => {
  const { underWay, pageOf } = pages();
  const first = Array.from({ length: 8 }, () => pageOf(request));
  await cameToRender();
  expect(underWay).toHaveLength(8);
  const next = await pageOf(request);
  expect(next).toContain('<div id="app"></div>');
  expect(next).toContain('src="/assets/application.js"');
  for (const end of underWay.splice(0)) end(rendered as unknown as RenderedPage);
  for (const html of await Promise.all(first)) expect(html).toContain('<main>Antrag</main>');
  const later = pageOf(request);
  await cameToRender();
  expect(underWay).toHaveLength(1);
  underWay[0]?.(rendered as unknown as RenderedPage);
  expect(await later).toContain('<main>Antrag</main>');
});

it('leaves a form to its script when it cannot be rendered, and has its room back', async () => {
  const { underWay, pageOf } = pages();
  for (let turn = 0; turn < 10; turn += 1) {
    const page = pageOf(request);
    await cameToRender();
    expect(underWay).toHaveLength(1);
    underWay.pop()?.(null);
    expect(await page).toContain('<div id="app"></div>');
  }
});

it('leaves a form to its script for whoever has had too much rendered, and what stands in its place is a link', async () => {
  const { underWay, pageOf } = pages(() => Promise.reject(new ProblemError('too-many-requests')));
  for (let time = 0; time < 10; time += 1) {
    const page = await pageOf(request);
    expect(page).toContain('<div id="app"></div>');
    expect(page).toContain('<noscript><a href="/">Portal</a></noscript>');
  }
  expect(underWay).toEqual([]);
});

it('leaves forms to their script while others wait for their turn', async () => {
  const { underWay, callTurns, pageOf } = pages();
  let end = () => {};
  const other = callTurns.inTurn('somebody', () => new Promise<void>((resolve) => (end = resolve)));
  expect(await pageOf(request)).toContain('<div id="app"></div>');
  end();
  await other;
  const page = pageOf(request);
  await cameToRender();
  expect(underWay).toHaveLength(1);
  underWay[0]?.(rendered as unknown as RenderedPage);
  expect(await page).toContain('<main>Antrag</main>');
});
