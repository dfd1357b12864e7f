// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import texts from '#locales/de/summary.json' with { type: 'json' };
import { startI18n } from './i18n.ts';

afterEach(() => vi.unstubAllGlobals());

it('texts that were lost with the network are there once it is back, and no keys in their place', async () => {
  let lost = 0;
  vi.stubGlobal('fetch', () => {
    lost += 1;
    return lost === 1
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(JSON.stringify(texts)));
  });
  const i18n = await startI18n('de', []);
  await i18n.loadNamespaces(['summary']);
  expect(i18n.t('summary:change')).toBe(texts.change);
});
