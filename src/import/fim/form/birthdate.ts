import type { Json } from '../../form/convert/conversion.ts';
import type { FimGroup, FimPath } from '../model.ts';
import { type Scope, type Writing, whatOf } from './writing.ts';

/**
 * One date for the group of day, month and year. Everybody alive was born after 1900; a schema may go further back. The
 * group's help is left out: it says that day and month need not be known.
 */
export function birthdate(
  group: FimGroup,
  path: FimPath,
  scope: Scope,
  isRequired: boolean,
  writing: Writing,
): Json {
  const { label } = group;
  writing.note('joined', path, label);
  const year = group.members
    .map(({ element }) => (element.kind === 'field' ? (element.limits.minValue ?? '') : ''))
    .find((value) => /^\d{4}$/.test(value));
  const json = {
    type: 'day',
    key: writing.keys.keyFor(whatOf(path, scope), label, scope.around),
    label,
    input: true,
    minDate: `${year ?? 1900}-01-01`,
    maxDate: 'moment()',
    ...(isRequired && { validate: { required: true } }),
    properties: {
      ...writing.prefill({ prefill: 'birthdate', autocomplete: 'bday' }, path, label, scope),
      fim: path,
    },
  };
  return writing.placed(path, json, scope);
}
