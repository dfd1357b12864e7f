import type { JsonPath } from '#forms/schema/types.ts';
import type { JsonLogic } from '#forms/types.ts';
import { isConditional } from '../convert/conditional.ts';
import { isJson, type Json, textOf } from '../convert/conversion.ts';
import type { ScriptField } from './script-field.ts';

/** How the condition of a component is found: by its script, and by the fields that it names. */
export type Reader = {
  /** JSONLogic that is true where the script of the component shows it; undefined if it cannot be read. */
  scripted: (component: Json, path: JsonPath) => JsonLogic | undefined;
  field: (path: string) => ScriptField | undefined;
};

/** A component of the export with its position. */
export type Placed = { component: Json; path: JsonPath };

/**
 * JSONLogic that is true where one of the components is hidden by its own condition; false if none has one, undefined if
 * a condition cannot be read.
 */
export function hiddenBy(holders: readonly Placed[], reader: Reader): JsonLogic | false | undefined {
  const hidden: JsonLogic[] = [];
  for (const { component, path } of holders) {
    if (!isConditional(component)) continue;
    const shown = conditionOf(component, path, reader);
    if (shown === undefined) return undefined;
    hidden.push({ '!': [shown] });
  }
  const [first, ...more] = hidden;
  if (first === undefined) return false;
  return more.length === 0 ? first : { or: hidden };
}

function conditionOf(component: Json, path: JsonPath, reader: Reader): JsonLogic | undefined {
  if (textOf(component.customConditional) !== '') return reader.scripted(component, path);
  const { when, eq, show, json, conditions } = isJson(component.conditional) ? component.conditional : {};
  if (json || (Array.isArray(conditions) && conditions.length > 0) || typeof when !== 'string')
    return undefined;
  const field = reader.field(when);
  const wanted = String(eq);
  // A field of a row has as many values as there are rows.
  if (field?.grid !== '' || wanted === '') return undefined;
  const holds = comparison(field, wanted);
  return holds === undefined || String(show) === 'true' ? holds : { '!': [holds] };
}

/** `{when, eq}` of one option, as Form.io compares it; of other fields it is not alike for all values. */
function comparison(
  { kind, path, options, renamed, part }: ScriptField,
  wanted: string,
): JsonLogic | undefined {
  const value = renamed.get(wanted) ?? wanted;
  if (kind === 'boolean') return wanted === 'true' ? { '===': [{ var: `data.${path}` }, true] } : undefined;
  if (part !== undefined || !options.has(wanted)) return undefined;
  if (kind === 'text') return { '===': [{ var: `data.${path}` }, value] };
  return kind === 'boxes' ? { '!!': [{ var: `data.${path}.${value}` }] } : undefined;
}
