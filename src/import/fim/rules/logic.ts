import type { JsonLogic } from '#forms/types.ts';
import { type Json, jsonList, textOf } from '../../form/convert/conversion.ts';
import type { FormPlace } from '../form/writing.ts';
import type { FimPath } from '../model.ts';
import type { Condition, FimValue } from './condition.ts';
import type { FormPlaces } from './form-places.ts';

/** The reason why a rule has no place in the form. */
export class NotTaken extends Error {}

/** Where a rule is written: the component, and whether it may read only what is before it. */
export type Reader = { places: FormPlaces; at: FormPlace; onlyBefore: boolean };

/**
 * A condition in JSONLogic of the form.
 * @throws NotTaken where it reads a later field, one in other rows, several fields as one, or a value that a field cannot have
 */
export function logicOf(condition: Condition, reader: Reader): JsonLogic {
  switch (condition.is) {
    case 'always':
      return true;
    case 'not':
      return negated(condition.of, reader);
    case 'and':
    case 'or':
      return { [condition.is]: condition.of.map((part) => logicOf(part, reader)) };
    case 'xor':
      return { '!==': condition.of.map((part) => ({ '!!': [logicOf(part, reader)] })) };
    case 'empty':
      return isEmpty(condition.path, reader, true);
    case 'younger':
      return { '<': [{ age: [variable(dayAt(condition.path, reader), reader)] }, condition.years] };
    default:
      return compared('===', condition.path, condition.value, reader);
  }
}

function negated(condition: Condition, reader: Reader): JsonLogic {
  if (condition.is === 'always') return false;
  if (condition.is === 'empty') return isEmpty(condition.path, reader, false);
  if (condition.is === 'equal') return compared('!==', condition.path, condition.value, reader);
  return { '!': [logicOf(condition, reader)] };
}

function compared(sign: '===' | '!==', path: FimPath, value: FimValue, reader: Reader): JsonLogic {
  const place = onlyPlace(path, reader);
  const { component } = place;
  if (component.type === 'selectboxes' || component.multiple === true)
    throw new NotTaken(`${named(component)} has several answers`);
  return { [sign]: [variable(place, reader), storedValue(component, value)] };
}

/** The value as the field stores it: a code, also `true` and `false`, or a number. */
function storedValue({ type, ...component }: Json, value: FimValue): FimValue {
  if (type === 'radio' || type === 'select') return String(value);
  if ((type === 'number' || type === 'currency') && typeof value === 'number') return value;
  throw new NotTaken(`${named(component)} is not compared with a value`);
}

/** True where nothing is answered, or where something is. */
function isEmpty(path: FimPath, reader: Reader, wanted: boolean): JsonLogic {
  const places = reader.places.at(path);
  const [only] = places;
  if (places.length === 1 && only && only.component.input === true) return fieldIsEmpty(only, reader, wanted);
  const fields = reader.places.fieldsIn(path, gridOf(path, reader));
  if (fields.length === 0) throw new NotTaken(`the form has no field for ${path}`);
  const each = fields.map((place) => fieldIsEmpty(place, reader, wanted));
  return each.length === 1 ? (each[0] as JsonLogic) : { [wanted ? 'and' : 'or']: each };
}

/** The group whose rows an element is in, if it is the one of the reader. */
function gridOf(path: FimPath, { places, at }: Reader): string | undefined {
  const own = places.at(path);
  const grids = new Set(own.map(({ grid }) => grid));
  return grids.size === 1 ? [...grids][0] : at.grid;
}

function fieldIsEmpty(place: FormPlace, reader: Reader, wanted: boolean): JsonLogic {
  const { component } = place;
  const sign = wanted ? '!' : '!!';
  if (component.type === 'selectboxes') {
    const options = jsonList(component.values).map(({ value }) => variable(place, reader, textOf(value)));
    return { [sign]: [{ or: options }] };
  }
  // 0 is an answer.
  if (component.type === 'number' || component.type === 'currency')
    return { [wanted ? '===' : '!==']: [variable(place, reader), null] };
  return { [sign]: [variable(place, reader)] };
}

function dayAt(path: FimPath, reader: Reader): FormPlace {
  const place = onlyPlace(path, reader);
  if (place.component.type !== 'day') throw new NotTaken(`${named(place.component)} is no date`);
  return place;
}

function onlyPlace(path: FimPath, { places }: Reader): FormPlace {
  const [only, ...others] = places.at(path);
  if (!only) throw new NotTaken(`the form has no field for ${path}`);
  if (others.length > 0) throw new NotTaken(`${path} is several fields of the form`);
  return only;
}

function variable({ component, grid }: FormPlace, reader: Reader, part?: string): JsonLogic {
  const { places, at, onlyBefore } = reader;
  if (grid !== undefined && grid !== at.grid)
    throw new NotTaken(`${named(component)} is in the rows of a repetition`);
  if (onlyBefore && places.orderOf(component) >= places.orderOf(at.component))
    throw new NotTaken(`${named(component)} comes later in the form`);
  const key = textOf(component.key);
  return { var: `${grid === undefined ? 'data' : 'row'}.${key}${part === undefined ? '' : `.${part}`}` };
}

const named = (component: Json): string => `"${textOf(component.label)}" (${textOf(component.key)})`;
