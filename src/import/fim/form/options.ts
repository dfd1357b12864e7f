import { limitTexts } from '../../form/convert/built-in-texts.ts';
import type { Json } from '../../form/convert/conversion.ts';
import type { FimField, FimOption } from '../model.ts';
import { type Asked, common } from './asked.ts';
import { countRule } from './count.ts';
import type { Count, Writing } from './writing.ts';

/** Most options that are all in sight, of which one or several can be chosen. */
const MOST_RADIOS = 6;
const MOST_BOXES = 12;

/** The options of a selection: those in the schema, or those of its code list. */
export const optionsOf = ({ options, list }: FimField, writing: Writing): readonly FimOption[] =>
  options ?? (list ? writing.lists.of(list).options : []);

/** True if several answers to a selection are ticks: there are few options, and their codes can be keys. */
export function fitsBoxes(field: FimField, writing: Writing): boolean {
  const options = optionsOf(field, writing);
  const values = options.map(({ code }) => boxValue(code));
  return (
    options.length <= MOST_BOXES &&
    new Set(values).size === options.length &&
    values.every((value) => /^[A-Za-z][A-Za-z0-9_-]*$/.test(value))
  );
}

/** A code as the key of a tick: a key begins with a letter. The sending takes the letter away again. */
const boxValue = (code: string): string => (/^\d/.test(code) ? `c${code}` : code);

/** Most options whose order in the list people take in; longer lists are looked through by the alphabet. */
const MOST_UNSORTED = 20;

/** Options by name where there are many. The first keeps its place: lists of countries begin with Germany. */
const inOrder = (options: readonly FimOption[]): readonly FimOption[] =>
  options.length <= MOST_UNSORTED
    ? options
    : [options[0]!, ...options.slice(1).sort((one, other) => one.name.localeCompare(other.name, 'de'))];

/** A component in which one option is chosen. */
export function choiceField(asked: Asked, writing: Writing): Json {
  const { field, path, scope } = asked;
  const options = optionsOf(field, writing);
  const isOpen = options.length <= MOST_RADIOS;
  const { head, tail } = common(isOpen ? 'radio' : 'select', asked, writing);
  const values = inOrder(options).map(({ code, name, help }) => ({
    value: code,
    label: name,
    ...(isOpen && help !== '' && { description: help }),
  }));
  if (!isOpen && options.some(({ help }) => help !== '')) writing.note('lostHelp', path, field.label);
  const json = { ...head, ...(isOpen ? { values } : { data: { values } }), ...tail() };
  return writing.placed(path, json, scope);
}

/** A component in which several options can be ticked. */
export function boxesField(asked: Asked, count: Count, writing: Writing): Json {
  const { field, path, scope } = asked;
  const options = optionsOf(field, writing);
  const { head, tail } = common('selectboxes', asked, writing);
  const values = options.map(({ code, name, help }) => ({
    value: boxValue(code),
    label: name,
    ...(help !== '' && { description: help }),
  }));
  const name = `${scope.grid === undefined ? 'data' : 'row'}.${head.key}`;
  const chosen = { '+': values.map(({ value }) => ({ if: [{ var: `${name}.${value}` }, 1, 0] })) };
  const words = { fewest: limitTexts.fewestChoices, most: limitTexts.mostChoices };
  const validate = countRule(chosen, count, options.length, words, writing);
  return writing.placed(path, { ...head, values, ...tail({ validate }) }, scope);
}
