import { afterEach, expect, it, vi } from 'vitest';
import texts from '#locales/de/summary.json' with { type: 'json' };
import { enterLocale, startI18n } from './i18n.ts';

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

it('a script that is late does not take back the language chosen meanwhile; a switch is remembered', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(texts)));
  document.documentElement.lang = 'de';
  await startI18n('de', []);
  // biome-ignore lint/suspicious/noDocumentCookie: as the link of the switch leaves it, in the same window
  document.cookie = 'locale=en; Path=/';
  await enterLocale('de', []);
  expect(document.cookie).toBe('locale=en');
  await enterLocale('en', []);
  await enterLocale('de', []);
  expect(document.cookie).toBe('locale=de');
});

it('texts that arrive after their language was left again do not take its place', async () => {
  const arrival = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async () => {
    await arrival.promise;
    return new Response(JSON.stringify(texts));
  });
  const i18n = await startI18n('de', ['summary'], { summary: texts });
  await enterLocale('de', ['summary']);
  const toEnglish = enterLocale('en', ['summary']);
  const back = enterLocale('de', ['summary']);
  arrival.resolve();
  await Promise.all([toEnglish, back]);
  expect(i18n.language).toBe('de');
});
