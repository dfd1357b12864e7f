import type { JsonPath } from '#server/content/load/json-file.ts';
import type { Placed } from './places.ts';

/** A fault of the form, at a place of form.json, or of the schema's entry in the metadata, at one of its keys. */
export type AgreementFault = { of: 'form' | 'entry'; path: JsonPath; reason: string };

/** A sentence about an element, by its name in the schema and its id. */
export const told = ({ title, id }: { title: string; id: string }, reason: string): string =>
  `"${title.trim() === '' ? id : title.trim()}" (${id}): ${reason}`;

/** Returns a fault of an element at the component that should have it; without one, at the schema's entry. */
export const faultOf = (
  node: { title: string; id: string },
  place: Placed | undefined,
  reason: string,
): AgreementFault => ({ of: place ? 'form' : 'entry', path: place?.path ?? [], reason: told(node, reason) });
