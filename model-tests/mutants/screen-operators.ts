import type { Place } from './mutant.ts';
import { keyOf, type Node, nodeOf } from './nodes.ts';
import type { Around } from './operators.ts';

/** Attributes that act, or that tell something to who hears the page; others are mostly looks. */
const TELLING = /^(role|aria-.+|disabled|hidden|inert|lang|tabIndex|autoFocus|required|checked|on[A-Z].*)$/;

/** Looks, and React's own: nothing that is said or done. */
const LOOKS = /^(className|icon|style|key)$/;

/** True for code about looks. Nothing inside is changed. */
export const isLook = (node: Node): boolean =>
  (node.type === 'JSXAttribute' && LOOKS.test(String(nodeOf(node, 'name').name))) ||
  (node.type === 'Property' && LOOKS.test(keyOf(node) ?? ''));

/** Parts to leave out of a screen: an attribute, or a component among others. */
export function* leftOut(node: Node, { parent, key }: Around): Generator<Place> {
  const { start, end } = node;
  if (node.type === 'JSXAttribute' && TELLING.test(String(nodeOf(node, 'name').name))) {
    yield { start, end, kind: 'attribute', changes: [{ operator: 'attribute', text: '' }] };
  }
  const isAmongOthers = key === 'children' && /^JSX(Element|Fragment)$/.test(parent.type);
  if (node.type === 'JSXElement' && isAmongOthers && isComponent(node)) {
    yield { start, end, kind: 'child', changes: [{ operator: 'component', text: '' }] };
  }
}

const isComponent = (element: Node) =>
  /^[A-Z]/.test(String(nodeOf(nodeOf(element, 'openingElement'), 'name').name));

/** `name="a"`, `name={a}` or `name` as a property of an object. */
export function asProperty(attribute: string): string {
  const at = attribute.indexOf('=');
  if (at < 0) return `'${attribute}': true`;
  const value = attribute.slice(at + 1).trim();
  return `'${attribute.slice(0, at).trim()}': ${value.startsWith('{') ? `(${value.slice(1, -1)})` : value}`;
}
