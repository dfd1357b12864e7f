import { namesRead } from './names-read.ts';
import { pageOf } from './paths.ts';
import type { Conditional, FormDefinition, SimpleCondition } from './types.ts';

/**
 * True if an answer on this page or a later one can still change the number of pages. As long as it can, the number of
 * steps is not shown: it would change before the person's eyes.
 * @param page key of the panel
 */
export function pageCountIsOpen(form: FormDefinition, page: string): boolean {
  const places = form.components.map(({ key }) => key);
  const here = places.indexOf(page);
  const isLater = (field: string) => places.indexOf(pageOf(form, field) ?? '') >= here;
  const conditions = form.components.flatMap(({ conditional }) => conditional ?? []);
  return conditions.some(
    (condition) =>
      !conditions.some((other) => takesTurns(condition, other)) && fieldsIn(condition).some(isLater),
  );
}

/** True for two pages with opposite conditions: exactly one of them is shown. */
const takesTurns = (one: Conditional, other: Conditional): boolean =>
  'when' in one &&
  'when' in other &&
  one.when === other.when &&
  String(one.eq) === String(other.eq) &&
  shows(one) !== shows(other);

const shows = ({ show }: SimpleCondition): boolean => String(show) === 'true';

function fieldsIn(condition: Conditional): string[] {
  if ('when' in condition) return [condition.when];
  if ('conditions' in condition) return condition.conditions.map(({ component }) => component);
  return [...namesRead(condition.json)].map((name) => name.replace(/^data\./, ''));
}
