import { localeOfPath, screenOfPath } from '#contract/pages.ts';
import de from '#locales/de/common.json' with { type: 'json' };
import en from '#locales/en/common.json' with { type: 'json' };
import { firstReadsOf } from './first-reads.ts';
import { htmlDocument } from './html-document.ts';
import type { PageFiles } from './page-files.ts';

const texts = { de, en };

/**
 * Pages of the application are made by their script. The head names the chunks and texts that a screen needs
 * at once and the reads it makes at once, so that all of them are under way while the first code is fetched.
 */
export function applicationPage(files: PageFiles, url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://portal.invalid');
  const screen = screenOfPath(pathname);
  // The redirect landing has one path for both languages.
  const isEnglish = screen === 'redirect' && searchParams.get('lang') === 'en';
  const locale = isEnglish ? 'en' : localeOfPath(pathname);
  const { script, chunks } = files.bundles.application;
  const links = [...chunks, ...(files.screens[screen]?.[locale] ?? [])].map((address) =>
    address.endsWith('.json')
      ? `<link rel="preload" as="fetch" crossorigin="anonymous" href="${address}">`
      : `<link rel="modulepreload" href="${address}">`,
  );
  const reads = firstReadsOf(screen, locale, searchParams.get('id')).map(
    (address) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address}">`,
  );
  return htmlDocument({
    locale,
    title: texts[locale].portal.name,
    head: ['<meta name="robots" content="noindex">', ...links, ...reads],
    styles: [files.css.application],
    script,
    buildId: files.buildId,
    markup: '',
    after: `<noscript><p>${texts[locale].noScript}</p></noscript>`,
  });
}
