import { isConditional } from './conditional.ts';
import { type Json, jsonList } from './conversion.ts';

/**
 * Moves the hidden fields that depend on nothing to the beginning of the form: people do not see their place, and any
 * later field may refer to them. The only component of a part stays, because a part is never empty. Fields of a
 * repeating group stay, too.
 */
export function hiddenFirst(pages: Json[]): void {
  const first = pages[0];
  if (!first) return;
  const moved = pages.flatMap((page) => taken(page));
  first.components = [...moved, ...jsonList(first.components)];
}

function taken(part: Json): Json[] {
  const inside = jsonList(part.components);
  const hidden = inside.filter(dependsOnNothing);
  const others = inside.filter((component) => !hidden.includes(component));
  const isEmptied = others.length === 0;
  if (hidden.length > 0 && !isEmptied) part.components = others;
  const parts = others.filter(({ type }) => type === 'fieldset' || type === 'columns');
  const columns = jsonList(part.columns);
  return [...(isEmptied ? [] : hidden), ...[...parts, ...columns].flatMap(taken)];
}

const dependsOnNothing = (component: Json): boolean =>
  component.type === 'hidden' && !component.calculateValue && !isConditional(component);
