import { type Locale, locales } from '#domain/locale.ts';
import type { ProblemCode } from '#domain/problem.ts';
import commonDe from '#locales/de/common.json' with { type: 'json' };
import de from '#locales/de/errors.json' with { type: 'json' };
import waitingDe from '#locales/de/waiting.json' with { type: 'json' };
import commonEn from '#locales/en/common.json' with { type: 'json' };
import en from '#locales/en/errors.json' with { type: 'json' };
import waitingEn from '#locales/en/waiting.json' with { type: 'json' };
import type { ServerContext } from '#server/context.ts';
import { type Html, html } from '#server/html/html.ts';
import { maintenanceNote } from '#server/html/maintenance-note.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { plainDocument } from '#server/html/plain-document.ts';

const texts = {
  de: { ...de, waiting: waitingDe, home: commonDe.toHome },
  en: { ...en, waiting: waitingEn, home: commonEn.toHome },
};

/** Problems that have words of their own. */
type ToldOnPage = ProblemCode & keyof typeof de.code;

/** Way on of a person: a link with its label and address, or sending again what was sent. */
type WayOn = { label: 'home' | 'reload'; href: string } | 'resend';

type Told = {
  /** Null when nobody knows which language is read: the page has all. */
  locale: Locale | null;
  code: ToldOnPage;
  wayOn: WayOn;
};

/** A page about a problem that needs neither the screens nor a script. */
export function problemPage(
  context: Pick<ServerContext, 'content' | 'interruptions'>,
  files: PageFiles | null,
  { locale, code, wayOn }: Told,
): string {
  const first = locale ?? locales[0];
  const others = locale === null ? locales.filter((one) => one !== first) : [];
  return plainDocument(
    {
      locale: first,
      title: titleOf(first, code),
      theme: context.content().theme,
      files,
      languages: false,
      note: maintenanceNote(context.interruptions.shown()),
    },
    html`<div class="sp-stack sp-stack--large">
      <div class="sp-stack sp-measure">
        <h1 class="sp-page-heading">${titleOf(first, code)}</h1>
        ${inWords(first, code, wayOn)}
      </div>
      ${others.map(
        (other) => html`<div class="sp-stack sp-measure" lang="${other}">
        <h2 class="sp-section-heading">${titleOf(other, code)}</h2>
        ${inWords(other, code, wayOn)}
      </div>`,
      )}
    </div>`,
  );
}

/** Returns the title of a problem; of one that concerns only a part of the portal, that of them all. */
function titleOf(locale: Locale, code: ToldOnPage): string {
  const { title, waiting } = texts[locale];
  return code in title ? title[code as keyof typeof title] : waiting.title;
}

function inWords(locale: Locale, code: ToldOnPage, wayOn: WayOn): Html {
  const t = texts[locale];
  const next = code in t.next ? t.next[code as keyof typeof t.next] : t.waiting.next;
  return html`<p>${t.code[code]}</p>
        ${!t.code[code].includes(next) && html`<p>${next}</p>`}
        ${
          wayOn === 'resend'
            ? html`<p>${t.waiting.resend}</p>`
            : html`<p class="sp-actions"><a class="kern-btn kern-btn--primary" href="${wayOn.href}"><span class="kern-label">${t[wayOn.label]}</span></a></p>`
        }`;
}
