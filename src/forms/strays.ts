import { fieldsOf, isGrid, isObject, optionsOf } from './components.ts';
import { MAX_FILES } from './files.ts';
import { MAX_ROWS } from './shape.ts';
import type { FieldComponent, FormData, FormDefinition } from './types.ts';

/** Values without a place in the form that data may have: it may be of an earlier version of the form. */
export const SPARE = 100;

const FILE_KEYS = new Set(['id', 'name', 'size', 'type']);

/**
 * True if data is no more than the form can hold. Unknown keys are never used, and a person cannot type them: a few of
 * an earlier version stay, thousands only keep the server busy. The rules check values of a wrong kind, but lists and
 * objects count here with everything in them.
 */
export function fits(form: FormDefinition, data: FormData): boolean {
  let strays = 0;
  for (const _stray of straysOf(fieldsOf(form.components), data)) {
    strays += 1;
    if (strays > SPARE) return false;
  }
  return true;
}

function* straysOf(fields: readonly FieldComponent[], row: FormData): Generator<unknown> {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  for (const key in row) {
    const field = byKey.get(key);
    if (field) yield* straysIn(field, row[key]);
    else yield* all(row[key]);
  }
}

function* straysIn(field: FieldComponent, value: unknown): Generator<unknown> {
  if (Array.isArray(value) && isGrid(field)) {
    const fields = fieldsOf(field.components);
    for (const [at, row] of value.entries()) {
      if (at < MAX_ROWS && isObject(row)) yield* straysOf(fields, row);
      else yield* all(row);
    }
  } else if (Array.isArray(value) && field.type === 'file') {
    for (const [at, file] of value.entries()) {
      if (at < MAX_FILES && isObject(file)) yield* membersBut(file, FILE_KEYS);
      else yield* all(file);
    }
  } else if (isObject(value) && field.type === 'selectboxes') {
    yield* membersBut(value, new Set(optionsOf(field)?.map((option) => option.value)));
  } else {
    yield* inside(value);
  }
}

function* membersBut(value: FormData, known: ReadonlySet<string>): Generator<unknown> {
  for (const key in value) {
    if (known.has(key)) yield* inside(value[key]);
    else yield* all(value[key]);
  }
}

/** A value, and all values in it. */
function* all(value: unknown): Generator<unknown> {
  yield value;
  yield* inside(value);
}

function* inside(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const part of value) yield* all(part);
  } else if (isObject(value)) {
    for (const key in value) yield* all(value[key]);
  }
}
