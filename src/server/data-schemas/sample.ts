import type { KeptSchema } from '#server/ports/data-schema.ts';
import { dataSchema } from './data-schema.ts';
import { matchingText } from './matching-text.ts';
import type { SchemaGroup, SchemaLeaf, SchemaNode } from './node.ts';
import type { SchemaObject, SchemaValue } from './value.ts';

/** Entries of a list without a limit. */
const MANY = 2;
/** Characters of a text without a limit. */
const LONG = 50;

/** Returns made-up data of a schema as a text: as little as it takes, or everything that it knows. */
export function sampleOf(kept: KeptSchema, amount: 'least' | 'most'): string {
  const { root, write } = dataSchema(kept);
  return write(groupOf(root, amount));
}

function groupOf({ children, choice }: SchemaGroup, amount: 'least' | 'most'): SchemaObject {
  const wanted = children.filter(({ isRequired }) => isRequired || amount === 'most');
  const chosen = choice === null ? wanted : choice === 'one' || amount === 'most' ? children.slice(0, 1) : [];
  return Object.fromEntries(chosen.map((child) => [child.name, sampleFor(child, amount)]));
}

function sampleFor(node: SchemaNode, amount: 'least' | 'most'): SchemaValue {
  if (!node.isList) return oneOf(node, amount);
  const most = Math.max(Math.min(node.max ?? MANY, MANY), node.min);
  return Array.from({ length: amount === 'most' ? most : node.min }, () => oneOf(node, amount));
}

const oneOf = (node: SchemaNode, amount: 'least' | 'most'): SchemaValue =>
  node.kind === 'group' ? groupOf(node, amount) : leafOf(node, amount);

function leafOf({ type, limits, options }: SchemaLeaf, amount: 'least' | 'most'): SchemaValue {
  const first = options?.[0];
  if (first !== undefined) return (amount === 'most' ? options?.at(-1) : first) ?? first;
  switch (type) {
    case 'boolean':
      return amount === 'most';
    case 'integer':
    case 'number':
      return numberOf(limits, type, amount);
    case 'date':
      return '2026-01-31';
    case 'time':
      return '08:30:00';
    case 'datetime':
      return '2026-01-31T08:30:00+01:00';
    default: {
      const { minLength = 1, maxLength = Math.max(LONG, minLength), pattern } = limits;
      const least = Math.max(minLength, Math.min(1, maxLength));
      const length = amount === 'most' ? maxLength : least;
      const matching =
        pattern &&
        (matchingText(pattern.source, length, maxLength) ?? matchingText(pattern.source, least, maxLength));
      return matching ?? 'a'.repeat(length);
    }
  }
}

function numberOf(
  limits: SchemaLeaf['limits'],
  type: 'integer' | 'number',
  amount: 'least' | 'most',
): number {
  const { minimum, maximum, isMinimumOut, isMaximumOut } = limits;
  const step = type === 'integer' ? 1 : 0.01;
  const least = minimum === undefined ? undefined : isMinimumOut ? minimum + step : minimum;
  const most = maximum === undefined ? undefined : isMaximumOut ? maximum - step : maximum;
  return (amount === 'most' ? (most ?? least) : (least ?? most)) ?? 1;
}
