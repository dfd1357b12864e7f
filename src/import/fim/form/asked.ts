import type { Json } from '../../form/convert/conversion.ts';
import type { FimField, FimPath } from '../model.ts';
import type { Scope, Writing } from './writing.ts';

/** One field of the form for an element of the schema. */
export type Asked = {
  field: FimField;
  path: FimPath;
  /** Name of the component among those of the element, for its key. */
  what: string;
  label: string;
  isRequired: boolean;
  scope: Scope;
  /** False for the second and later of several fields for one element. */
  isFirst: boolean;
};

/** Key, label and what else every field has. Its element in the schema is in `properties.fim`. */
export function common(
  type: string,
  asked: Asked,
  writing: Writing,
): { head: Json; tail: (more?: Json) => Json } {
  const { field, path, what, label, isRequired, scope } = asked;
  const key = writing.keys.keyFor(what, label, scope.around);
  return {
    head: { type, key, label, ...(field.help !== '' && { description: field.help }), input: true },
    tail: ({ properties, validate, ...more } = {}) => {
      const rules = { ...(isRequired && { required: true }), ...(validate as Json | undefined) };
      return {
        ...more,
        ...(Object.keys(rules).length > 0 && { validate: rules }),
        properties: { ...(properties as Json | undefined), fim: path },
      };
    },
  };
}
