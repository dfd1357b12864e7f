import sanitizeHtml from 'sanitize-html';

const become = (tagName: string) => sanitizeHtml.simpleTransform(tagName, {});
const HEADINGS = Object.fromEntries(['h1', 'h2', 'h4', 'h5', 'h6'].map((tag) => [tag, become('h3')]));
/** Link targets that a form may have (docs/forms.md). */
const LINK = /^(https:\/\/|mailto:|tel:|\/(?!\/))[^"<>\s\\]*$/;
/** A tag that is not allowed: it goes, its text stays. */
const GONE = 'gone';
const BLOCKS = /<(p|ul|ol|h3)>/;

/** HTML of a builder with the tags that a text of a form can have. */
export function formHtml(html: string): string {
  const apart = html.replace(/<br\s*\/?>|<\/(div|td|th|tr)>/gi, ' $&');
  const clean = sanitizeHtml(apart, {
    allowedTags: ['p', 'ul', 'ol', 'li', 'strong', 'em', 'h3', 'a'],
    allowedAttributes: { a: ['href'] },
    transformTags: {
      ...HEADINGS,
      b: become('strong'),
      i: become('em'),
      a: (_, { href = '' }): sanitizeHtml.Tag =>
        LINK.test(href.trim())
          ? { tagName: 'a', attribs: { href: href.trim() } }
          : { tagName: GONE, attribs: {} },
    },
  })
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/<(p|strong|em|h3|li)>\s*<\/\1>/g, '')
    .trim();
  return clean === '' || BLOCKS.test(clean) ? clean : `<p>${clean}</p>`;
}

/** The text of a label without its tags. */
export const plainText = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

/** A link with its address and its text. */
const ANCHOR = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>(.*?)<\/a>/gis;

/** The text of a description without its tags. Addresses of links stay, in parentheses: "Seite (https://…)". */
export const describingText = (html: string): string =>
  plainText(
    html.replace(ANCHOR, (_, double: string | undefined, single: string | undefined, text: string) => {
      const address = (double ?? single ?? '').trim();
      const shown = address.replace(/^(mailto|tel):/i, '');
      const isComplete = /^(https?:\/\/|mailto:|tel:)/i.test(address);
      return isComplete && !plainText(text).includes(plainText(shown)) ? `${text} (${shown})` : text;
    }),
  );

/** The reason why HTML is refused, although its tags could be left out; undefined if it is accepted. */
export function htmlRefusal(html: string): string | undefined {
  if (/<script\b|<iframe\b|<object\b|<embed\b|\son\w+\s*=|javascript:/i.test(html))
    return 'scripts and embedded pages are refused: leave them out';
  return templateRefusal(html);
}

/** Form.io runs what stands between double braces; the portal would show it. */
export const templateRefusal = (text: string): string | undefined =>
  /\{\{|\{%/.test(text)
    ? 'texts with {{ }} are refused, scripts would fill them: show a value in a calculated field (calculateValue)'
    : undefined;

/** True if tags with a meaning of their own are lost: pictures, tables, rules. */
export const losesTags = (html: string): boolean => /<(img|table|video|svg|hr|input|button)\b/i.test(html);
