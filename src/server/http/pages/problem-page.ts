import type { Locale } from '#domain/locale.ts';
import type { ProblemCode } from '#domain/problem.ts';
import commonDe from '#locales/de/common.json' with { type: 'json' };
import de from '#locales/de/errors.json' with { type: 'json' };
import commonEn from '#locales/en/common.json' with { type: 'json' };
import en from '#locales/en/errors.json' with { type: 'json' };
import type { ServerContext } from '#server/context.ts';
import { type Html, html } from '#server/html/html.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { plainDocument } from '#server/html/plain-document.ts';

const texts = { de: { ...de, home: commonDe.toHome }, en: { ...en, home: commonEn.toHome } };

/** Problems that have a title and a way on of their own. */
type ToldOnPage = ProblemCode & keyof typeof de.title & keyof typeof de.next;

/** Link of a page about a problem: its label in the locale, and its address. */
type WayOn = { label: 'home' | 'reload'; href: string };

/** A page about a problem that needs neither the screens nor a script. */
export function problemPage(
  context: ServerContext,
  files: PageFiles | null,
  { locale, code, wayOn }: { locale: Locale; code: ToldOnPage; wayOn: WayOn | null },
): string {
  const t = texts[locale];
  const link: Html | false =
    wayOn !== null &&
    html`<p class="sp-actions"><a class="kern-btn kern-btn--primary" href="${wayOn.href}"><span class="kern-label">${t[wayOn.label]}</span></a></p>`;
  return plainDocument(
    { locale, title: t.title[code], theme: context.content().theme, files, languages: false },
    html`<div class="sp-stack sp-measure">
        <h1 class="sp-page-heading">${t.title[code]}</h1>
        <p>${t.code[code]}</p>
        <p>${t.next[code]}</p>
        ${link}
      </div>`,
  );
}
