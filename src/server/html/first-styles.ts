import { LRUCache } from 'lru-cache';
import postcss, { type ChildNode } from 'postcss';
import { sourceHash } from './source-hash.ts';

/** A style sheet in three parts: its rules, the fonts that every system has, and those that must be fetched. */
export type SplitStyles = { rules: string; systemFonts: string; webFonts: string };

export function splitStyles(css: string): SplitStyles {
  const root = postcss.parse(css);
  const fonts = root.nodes.filter((node) => node.type === 'atrule' && node.name === 'font-face');
  for (const font of fonts) font.remove();
  const [systemFonts, webFonts] = [false, true].map((isFetched) =>
    fonts.filter((font) => font.toString().includes('url(') === isFetched).join(''),
  ) as [string, string];
  return { rules: root.toString(), systemFonts, webFonts };
}

/** A style sheet and its source expression for the content security policy. */
export type FirstStyles = { css: string; source: string };

/** Limit of stored kinds of pages; pages of one kind have the same classes, and there are a few dozen kinds. */
const MAX_KINDS = 200;

/** A rule with the classes of each of its selectors: it can only matter where all classes of one selector occur. */
type Rule = { css: string; selectors: string[][] };
type Group = { open: string; parts: Part[] };
type Part = string | Rule | Group;

/**
 * Extracts from a style sheet the part for the first look of a page: the rules that can match its elements, in their
 * order. On an old phone, parsing the rest takes a tenth of the time to the first paint
 * (docs/decisions/0009-server-rendering.md).
 * @returns a function from the markup of a page to its style sheet
 */
export function firstStyles(css: string): (markup: string) => FirstStyles {
  const parts = postcss.parse(css).nodes.flatMap(partOf);
  const kept = new LRUCache<string, FirstStyles>({ max: MAX_KINDS });
  return (markup) => {
    const classes = classesOf(markup);
    const kind = [...classes].sort().join(' ');
    const known = kept.get(kind);
    if (known) return known;
    const own = written(parts, (name) => classes.has(name));
    const styles = { css: own, source: sourceHash(own) };
    kept.set(kind, styles);
    return styles;
  };
}

function partOf(node: ChildNode): Part[] {
  if (node.type === 'comment') return [];
  if (node.type === 'rule')
    return [{ css: node.toString(), selectors: node.selectors.map(classesOfSelector) }];
  if (node.type !== 'atrule' || !node.nodes) return [`${node};`];
  if (!['layer', 'media', 'supports'].includes(node.name)) return [node.toString()];
  return [{ open: `@${node.name} ${node.params}`, parts: node.nodes.flatMap(partOf) }];
}

/** Returns the classes of a selector without brackets (`:not(.a)`, `[href$=".pdf"]`): a rule too many does no harm. */
function classesOfSelector(selector: string): string[] {
  if (selector.includes('\\')) return [];
  const plain = selector.replace(/\([^()]*\)|\[[^\]]*\]/g, '');
  if (plain !== selector) return classesOfSelector(plain);
  return [...plain.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name);
}

function classesOf(markup: string): Set<string> {
  const attributes = new Set(markup.match(/ class="[^"]*/g));
  return new Set([...attributes].flatMap((attribute) => attribute.slice(' class="'.length).split(' ')));
}

function written(parts: Part[], isThere: (name: string) => boolean): string {
  let css = '';
  for (const part of parts) {
    if (typeof part === 'string') css += part;
    else if ('css' in part) {
      if (part.selectors.some((names) => names.every(isThere))) css += part.css;
    } else {
      const inner = written(part.parts, isThere);
      if (inner) css += `${part.open}{${inner}}`;
    }
  }
  return css;
}
