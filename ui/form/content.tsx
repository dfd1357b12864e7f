import { createElement, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#ui/kit/link.tsx';

/**
 * Tags of headings: one in a form's text is the first level below the page's own, whatever level it has in the source.
 */
const TAGS: Readonly<Record<string, string>> = {
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  strong: 'strong',
  em: 'em',
  h3: 'h2',
};
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
const PART = /<(\/?)([a-z]\w*)([^>]*)>|[^<]+/g;

/**
 * The text of a form. It was checked when the form was loaded (src/forms/schema/html.ts): only known tags, properly
 * nested. Even so, only these tags are created, and no attribute except the address of a link.
 */
export function Content({ html }: { html: string }) {
  const { t } = useTranslation('form');
  const newWindow = t('newWindow');
  const nodes = useMemo(() => nodesOf(html, newWindow), [html, newWindow]);
  return <div className="sp-prose">{nodes}</div>;
}

type Open = { tag: string; attributes: string; children: ReactNode[] };

function nodesOf(html: string, newWindow: string): ReactNode[] {
  const root: Open = { tag: '', attributes: '', children: [] };
  const open = [root];
  for (const [text, close, tag = '', attributes = ''] of html.matchAll(PART)) {
    const inner = open.at(-1) ?? root;
    if (tag === '') inner.children.push(decoded(text));
    else if (tag === 'br') inner.children.push(createElement('br', { key: inner.children.length }));
    else if (tag !== 'a' && !TAGS[tag]) continue;
    else if (!close) open.push({ tag, attributes, children: [] });
    else if (open.length > 1) {
      open.pop();
      const outer = open.at(-1) ?? root;
      outer.children.push(...elementOf(inner, outer.children.length, newWindow));
    }
  }
  return root.children;
}

/** @param newWindow words behind a link that leads elsewhere: the form stays open in its own window */
function elementOf({ tag, attributes, children }: Open, key: number, newWindow: string): ReactNode[] {
  if (tag === 'a') {
    const href = decoded(/href="([^"]*)"/.exec(attributes)?.[1] ?? '');
    const leads = /^(https?:|mailto:|tel:|\/(?!\/)|#)/.test(href);
    if (!leads) return children;
    if (!/^(https?:|\/)/.test(href)) return [createElement(Link, { key, href }, ...children)];
    const elsewhere = { key, href, target: '_blank', rel: 'noopener' };
    return [createElement(Link, elsewhere, ...children, ` ${newWindow}`)];
  }
  return [createElement(TAGS[tag] ?? 'p', { key }, ...children)];
}

const decoded = (text: string): string =>
  text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
