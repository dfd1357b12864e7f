import { locales } from '#domain/locale.ts';
import de from '#locales/de/errors.json' with { type: 'json' };
import frameDe from '#locales/de/frame.json' with { type: 'json' };
import waitingDe from '#locales/de/waiting.json' with { type: 'json' };
import en from '#locales/en/errors.json' with { type: 'json' };
import frameEn from '#locales/en/frame.json' with { type: 'json' };
import waitingEn from '#locales/en/waiting.json' with { type: 'json' };
import { html } from '#server/html/html.ts';
import { sourceHash } from '#server/html/source-hash.ts';
import { problemDetails } from '#server/http/problem-details.ts';
import { ProblemError } from '#server/problem-error.ts';

/** The problem that nginx answers with while no process does: nothing can be read or saved, for about a minute. */
const CODE = 'database-unavailable';

const texts = { de: { ...de, ...frameDe, ...waitingDe }, en: { ...en, ...frameEn, ...waitingEn } };
const errors = { de, en };

/** The style of the pages. It needs no file of the portal, which cannot be had, and no theme, which only it knows. */
const style = `
:root { color-scheme: light dark }
body { margin: 0; font: 1.125rem/1.5 system-ui, sans-serif; overflow-wrap: break-word }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem }
h1, h2 { margin: 0 0 1rem; line-height: 1.3 }
h1 { font-size: 1.75rem }
h2 { font-size: 1.5rem }
section + section { margin-top: 2.5rem; padding-top: 2.5rem; border-top: 1px solid }
a { color: inherit }
a:focus-visible { outline: 3px solid; outline-offset: 2px }
`;

/** The source expression of the style, for the policy in the file of nginx. */
export const styleSource = sourceHash(style);

/**
 * Returns the page that people get while no process of the portal answers, in all its languages: only the portal could
 * know which one is read.
 * @param isOpened whether the page was opened; otherwise something was sent, which a link would not send again
 */
export function awayPage(isOpened: boolean): string {
  const parts = locales.map((locale, index) => {
    const t = texts[locale];
    const { title, code, next, reload } = errors[locale];
    const heading = index === 0 ? html`<h1>${title[CODE]}</h1>` : html`<h2>${title[CODE]}</h2>`;
    return html`<section lang="${locale}">
${heading}
<p>${code[CODE]}</p>
<p>${next[CODE]}</p>
<p>${isOpened ? html`<a href="">${reload}</a>` : t.resend}</p>
</section>
`;
  });
  const titles = locales.map((locale) => errors[locale].title[CODE]).join(' – ');
  return html`<!doctype html>
<html lang="${locales[0]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${titles}</title>
`.text
    .concat(`<style>${style}</style>\n</head>\n<body>\n<main>\n`)
    .concat(parts.map(({ text }) => text).join(''), '</main>\n</body>\n</html>\n');
}

/** Returns what programs get while no process answers, in the portal's form. */
export const awayProblem = (): string =>
  `${JSON.stringify(problemDetails(new ProblemError(CODE)), null, 2)}\n`;
