import type { ValueField } from '#forms/types.ts';
import type { JsonPath } from '#server/content/load/json-file.ts';

/** A reason why a field does not fit its element, with its place in the component. */
export type Misfit = { path: JsonPath; reason: string };

/** Whether people type the value as a text. */
export const isTyped = ({ type }: ValueField): boolean =>
  (['textfield', 'textarea', 'phoneNumber', 'email'] as readonly string[]).includes(type);
