import type { Locale } from '#domain/locale.ts';
import { fieldIndex, fieldsOf, isGrid, isObject, rowsOf } from './components.ts';
import { filesAt } from './kept-files.ts';
import { getValue } from './paths.ts';
import { rowName } from './row-names.ts';
import { evaluate } from './rules/rules.ts';
import type { Evaluation, FieldComponent, FormData, FormDefinition } from './types.ts';

/** The value of `later` of a field that may be left empty: leaving it so promises the document. */
export const LEFT_OUT = 'yes';

/**
 * A document that the person hands in after sending: the data path of its field, its label, and the name of the row of
 * a group that it is in; '' without one.
 */
export type OwedDocument = { path: string; label: string; row: string };

/**
 * Splits the name of a promise in `later` into the form path of its field and, of a choice, the option.
 * @param isField whether a form path is that of a field
 */
export function promiseAt(
  later: string,
  isField: (path: string) => boolean,
): { key: string; option: string | undefined } {
  if (isField(later)) return { key: later, option: undefined };
  const parts = later.split('.');
  return { key: parts.slice(0, -1).join('.'), option: parts.at(-1) };
}

/**
 * Returns the documents that were promised for later, in the order of their fields: of the fields that name a tick or
 * an option (`properties.later`), those whose tick or option is shown and chosen; of the fields that may be left empty
 * (`later: "yes"`), those that are shown and empty. A document that was uploaded all the same is not owed.
 */
export function owedIn(form: FormDefinition, data: FormData, locale: Locale): OwedDocument[] {
  const evaluation = evaluate(form, data);
  return fieldsOf(form.components).flatMap((field): OwedDocument[] => {
    if (!isGrid(field)) return owedOf(form, evaluation, field, '', '');
    return rowsOf(evaluation.data[field.key]).flatMap((row, index) =>
      fieldsOf(field.components).flatMap((inner) =>
        owedOf(form, evaluation, inner, `${field.key}[${index}].`, rowName(field, row, locale)),
      ),
    );
  });
}

/** @param prefix data path of the row that the field is in, with its dot; '' outside of groups */
function owedOf(
  form: FormDefinition,
  { data, hidden }: Evaluation,
  field: FieldComponent,
  prefix: string,
  row: string,
): OwedDocument[] {
  const later = field.properties?.later;
  if (field.type !== 'file' || later === undefined) return [];
  const path = prefix + field.key;
  const isPromised = later === LEFT_OUT ? !hidden.has(path) : isChosen(form, data, later, prefix);
  if (!isPromised || filesAt(data, path).length > 0) return [];
  return [{ path, label: field.label, row }];
}

/** @param data what counts: hidden answers are not in it */
function isChosen(form: FormDefinition, data: FormData, later: string, prefix: string): boolean {
  const { key, option } = promiseAt(later, (path) => fieldIndex(form).has(path));
  const path = key.includes('.') ? prefix + key.split('.')[1] : key;
  const value = getValue(data, path);
  if (option === undefined) return value === true;
  return isObject(value) ? value[option] === true : value === option;
}
