import sanitizeHtml from 'sanitize-html';

/** Where a link in content may lead: the web, mail, telephone, or a path of the portal. */
export const isAllowedLink = (href: string): boolean =>
  /^(https?:\/\/|mailto:|tel:)\S+$/i.test(href) || /^\/(?![/\\])\S*$/.test(href);

const become = (tagName: string) => sanitizeHtml.simpleTransform(tagName, {});
/** Replaces a tag that is not allowed; sanitising then leaves this tag out, and its text stays. */
const DROPPED = 'dropped';
/** Keeps the tag where it marks its text as being in another language. */
const inLanguage = (tagName: string, { lang = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag =>
  /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(lang)
    ? { tagName, attribs: { lang } }
    : { tagName: DROPPED, attribs: {} };

const common: sanitizeHtml.IOptions = {
  allowedAttributes: {
    a: ['href', 'rel'],
    abbr: ['title'],
    div: ['lang'],
    span: ['lang'],
    ol: ['start'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
};
const tags = 'p ul ol li strong em h3 h4 a br abbr div span table thead tbody tr th td'.split(' ');
const transformTags: sanitizeHtml.IOptions['transformTags'] = {
  // A link that leads nowhere becomes its text.
  a: (_, { href = '' }) => {
    const target = href.trim();
    if (!isAllowedLink(target)) return { tagName: DROPPED, attribs: {} };
    const isOutside = /^https?:/i.test(target);
    return { tagName: 'a', attribs: { href: target, ...(isOutside && { rel: 'external noopener' }) } };
  },
  div: inLanguage,
  span: inLanguage,
  b: become('strong'),
  i: become('em'),
  h5: become('h4'),
  h6: become('h4'),
};

const module: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: tags,
  transformTags: { ...transformTags, h1: become('h3'), h2: become('h3') },
};
const page: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: [...tags, 'h2'],
  transformTags: { ...transformTags, h1: become('h2') },
};

/**
 * HTML of a content file with only harmless tags and links; the text of all other tags stays, that of scripts and
 * styles does not. Headings nest below those above them: below the h2 of a text module they begin with h3, below the h1
 * of a page with h2.
 */
export function sanitisedHtml(html: string, place: 'module' | 'page'): string {
  return sanitizeHtml(html, place === 'module' ? module : page).trim();
}
