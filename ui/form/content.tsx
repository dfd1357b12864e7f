import { createElement, type ReactNode, useMemo } from 'react';
import { Link } from '#ui/kit/link.tsx';

/** A heading in a form's text is the first below the page's own, whatever level it was given. */
const TAGS: Readonly<Record<string, string>> = {
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  strong: 'strong',
  em: 'em',
  br: 'br',
  h3: 'h2',
};

/**
 * The text of a form. It was checked when the form was loaded; only known tags are made all the same, of
 * anything else the text alone, and no attribute but the address of a link.
 */
export function Content({ html }: { html: string }) {
  const nodes = useMemo(
    () => [...new DOMParser().parseFromString(html, 'text/html').body.childNodes].map(toReact),
    [html],
  );
  return <div className="sp-prose">{nodes}</div>;
}

function toReact(node: ChildNode, index: number): ReactNode {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null;
  const tag = node.localName;
  const children = [...node.childNodes].map(toReact);
  if (tag === 'a') {
    const href = node.getAttribute('href') ?? '';
    return /^(https?:|mailto:|tel:|\/(?!\/)|#)/.test(href)
      ? createElement(Link, { key: index, href }, ...children)
      : children;
  }
  const known = TAGS[tag];
  return known ? createElement(known, { key: index }, ...children) : children;
}
