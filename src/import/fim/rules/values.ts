import { editDistance } from '#server/content/places/edit-distance.ts';
import type { FimField, FimOption } from '../model.ts';
import type { FimValue } from './condition.ts';

/** Words for yes and no, in rules. */
const YES = new Set(['ja', 'wahr', 'true']);
const NO = new Set(['nein', 'falsch', 'false']);

/** Yes or no; undefined for another word. */
export function truthIn(word: string): boolean | undefined {
  const small = word.trim().toLowerCase();
  return YES.has(small) ? true : NO.has(small) ? false : undefined;
}

/** True if two names are the same but for spaces, quotation marks and capitals. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/["'„“”‚‘’»«]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/**
 * The value of a field that a rule compares it with.
 * @param name what the rule calls the value, if it does
 * @returns the value, or the reason why the field never has it
 */
export function knownValue(
  field: FimField,
  options: readonly FimOption[] | null,
  given: FimValue,
  name?: string,
): { value: FimValue } | { reason: string } {
  if (field.type === 'bool') {
    const truth = typeof given === 'boolean' ? given : truthIn(String(given));
    return truth === undefined ? { reason: `${field.id} is yes or no, not "${given}"` } : { value: truth };
  }
  if (field.type.startsWith('num') && field.input !== 'select') {
    const number = Number(given);
    return typeof given !== 'boolean' && given !== '' && Number.isFinite(number)
      ? { value: number }
      : { reason: `${field.id} is a number, not "${given}"` };
  }
  if (field.input !== 'select') return { reason: `${field.id} has no list of values` };
  if (!options) return { reason: `the values of ${field.id} are not known: its list is missing` };
  const option = options.find(({ code }) => code === String(given));
  if (!option) return { reason: `the list of ${field.id} has no "${given}"` };
  if (name !== undefined && !isNearest(name, option, options))
    return { reason: `"${given}" of ${field.id} is "${option.name}", not "${name.trim()}"` };
  return { value: option.code };
}

/**
 * True if no other value of the list has a name as near as the one with the code: names are shortened, and reworded
 * from version to version, and a code can get another meaning.
 */
function isNearest(name: string, option: FimOption, options: readonly FimOption[]): boolean {
  const given = plain(name);
  if (given === plain(option.name)) return true;
  const beginning = options.filter((other) => plain(other.name).startsWith(given));
  if (beginning.length > 0) return beginning.length === 1 && beginning[0] === option;
  const most = Math.ceil(Math.max(given.length, option.name.length) * MOST_REWORDED);
  const own = editDistance(given, plain(option.name), most);
  if (own > most) return false;
  return options.every((other) => other === option || editDistance(given, plain(other.name), own) > own);
}

/** Most of a name that may differ. */
const MOST_REWORDED = 0.4;
