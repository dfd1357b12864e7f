import { isDeepStrictEqual } from 'node:util';
import { fieldIndex, isObject } from '#forms/components.ts';
import type { FieldComponent, FormDefinition } from '#forms/types.ts';
import { ENTRY } from './convert/built-in-texts.ts';

/** Objects to which editors add entries by rule, message or name; the export has other entries of the same objects. */
const JOINED = ['errors', 'properties'] as const;
/** The names of rows, which the builder does not have. */
const NAMES = ['rowLabel', 'rowNamedBy'] as const;
/** Properties that identify the field, or are compared field by field. */
const OWN = new Set(['key', 'components']);

export type Additions = {
  form: FormDefinition;
  /** Paths of the fields that have kept something. */
  kept: string[];
  /** Settings that were different until now, e.g. "street.validate". */
  replaced: string[];
  /** Paths of fields that are no longer there. */
  gone: string[];
};

/**
 * An imported form with the additions of editors to the form that it replaces. Each message, each property and the
 * names of rows stay with a field that still has its key and its type, unless the export has its own.
 */
export function keepAdditions(imported: FormDefinition, before: FormDefinition | null): Additions {
  const form = structuredClone(imported);
  const result: Additions = { form, kept: [], replaced: [], gone: [] };
  for (const [path, old] of before ? fieldIndex(before) : []) {
    const field = fieldIndex(form).get(path);
    if (!field) {
      result.gone.push(path);
      continue;
    }
    if (field.type === old.type && carryOver(field, old)) result.kept.push(path);
    result.replaced.push(...differences(field, old).map((setting) => `${path}.${setting}`));
  }
  return result;
}

function carryOver(field: FieldComponent, old: FieldComponent): boolean {
  const [to, from] = [field, old] as [Record<string, unknown>, Record<string, unknown>];
  const before = structuredClone(to);
  for (const name of JOINED) {
    if (isObject(from[name])) to[name] = { ...from[name], ...(isObject(to[name]) && to[name]) };
  }
  for (const name of NAMES) {
    if (from[name] !== undefined && (to[name] === undefined || to[name] === ENTRY)) to[name] = from[name];
  }
  return !isDeepStrictEqual(before, to);
}

function differences(field: FieldComponent, old: FieldComponent): string[] {
  const [to, from] = [field, old] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (name) => !OWN.has(name) && !isDeepStrictEqual(from[name], to[name]),
  );
}
