import { rulesOf } from '#forms/components.ts';
import { textCheckOf } from '#forms/rules/text-checks.ts';
import type { ValueField } from '#forms/types.ts';
import { matchingText } from '#server/data-schemas/matching-text.ts';
import type { SchemaLeaf } from '#server/data-schemas/node.ts';
import { matches } from '#server/data-schemas/patterns.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { CHECKED, candidates, MAILS } from './answers.ts';
import { leafValues } from './leaf-value.ts';
import { isTyped, type Misfit } from './misfit.ts';

/** Returns a misfit unless the field has the same pattern, or its answers of every kind match the schema's. */
export function patternMisfits(
  node: SchemaLeaf,
  field: ValueField,
  format: KeptSchema['mimeType'],
): Misfit[] {
  const { pattern } = node.limits;
  if (!pattern) return [];
  const own = rulesOf(field).pattern;
  if (own !== undefined && plain(own, format) === plain(pattern.written, format)) {
    return isEmptyPattern(node) ? [{ path: ['properties', 'fim'], reason: noText(pattern.written) }] : [];
  }
  const check = textCheckOf(field);
  const said =
    own !== undefined
      ? [matchingText(own), matchingText(own, 2), matchingText(own, 10)].filter((text) => text !== undefined)
      : check !== undefined
        ? CHECKED[check]
        : field.type === 'email'
          ? MAILS
          : isTyped(field)
            ? null
            : candidates(field, 'most')
                .flatMap((value) => leafValues(node, field, value, format))
                .map(String);
  const isRight = said?.every((text) => matches(pattern, text));
  if (isRight) return [];
  if (
    said !== null &&
    said.length > 0 &&
    said.every((text) => !matches(pattern, text)) &&
    pattern.isWhole &&
    /[$^]/.test(pattern.written)
  )
    return [{ path: ['properties', 'fim'], reason: noText(pattern.written) }];
  return [
    {
      path: ['validate', 'pattern'],
      reason: `the schema has the pattern ${pattern.written}, which not every answer matches: write it here as "pattern"`,
    },
  ];
}

const noText = (written: string): string =>
  `no answer matches the pattern ${written} of the schema: in XML, ^ and $ are letters of the text; ask the authority for a schema without them`;

/** An XML pattern that ends in a letter which was meant as the end of the text. */
const isEmptyPattern = ({ limits: { pattern } }: SchemaLeaf): boolean =>
  pattern?.isWhole === true && /^\^|(?<!\\)\$$/.test(pattern.written);

/** A pattern without the signs that say that it is whole, which the form's always is. */
function plain(pattern: string, format: KeptSchema['mimeType']): string {
  const open = format === 'application/json' ? pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '') : pattern;
  const [, inside] = /^\((?:\?:)?((?:\\.|[^()\\])*)\)$/.exec(open) ?? [];
  return inside ?? open;
}
