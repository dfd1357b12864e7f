import type { Locale } from '#domain/locale.ts';
import { Html, html } from '#server/html/html.ts';
import type { Words } from './words.ts';

/**
 * The look, for programs that know style sheets; the others show headings, lists and links of their own. Colours follow
 * the reader's choice of light or dark.
 */
const STYLE = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 16px; font: 100%/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; color: #171a1f; background: #ffffff; }
main { max-width: 40em; margin: 0 auto; overflow-wrap: break-word; }
h1 { font-size: 1.5em; line-height: 1.25; margin: 0 0 16px; }
h2 { font-size: 1.125em; margin: 24px 0 8px; }
p { margin: 0 0 16px; }
dl { margin: 0 0 16px; padding: 8px 16px; border-left: 4px solid #0b4f8a; }
dt { font-weight: bold; }
dd { margin: 0 0 8px; }
a { color: #0b4f8a; }
footer { margin-top: 24px; padding-top: 16px; border-top: 1px solid #6b7280; }
@media (prefers-color-scheme: dark) {
  body { color: #f2f4f7; background: #14171c; }
  a { color: #9fcbf5; }
  dl { border-left-color: #9fcbf5; }
}`;

/**
 * Returns an e-mail as HTML, with the same words in the same order as the plain text. Nothing is loaded from anywhere,
 * so that nobody learns whether and when it is read.
 */
export function htmlText(words: Words, locale: Locale): string {
  const { subject, salutation, lead, facts, sections, link, closing, portalName, notes } = words;
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${subject}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${subject}</h1>
<p>${salutation}</p>
${lead.map((text) => html`<p>${text}</p>\n`)}
${pairs(facts)}
${sections.map(
  (one) => html`<h2>${one.title}</h2>
${one.list.length > 0 && html`<ul>\n${one.list.map((text) => html`<li>${text}</li>\n`)}</ul>\n`}
${one.facts.length > 0 && pairs(one.facts)}
${one.paragraphs.map((text) => html`<p>${text}</p>\n`)}`,
)}
${link && html`<p><a href="${link.href}">${link.label}</a></p>`}
<p>${closing}</p>
<p>${portalName}</p>
<footer>
${notes.map((text) => html`<p>${text}</p>\n`)}
</footer>
</main>
</body>
</html>
`.text;
}

const pairs = (facts: Words['facts']): Html => html`<dl>
${facts.map(
  ({ term, value, href }) =>
    html`<dt>${term}</dt>\n<dd>${href === undefined ? value : html`<a href="${href}">${value}</a>`}</dd>\n`,
)}
</dl>`;
