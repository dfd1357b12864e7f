/** A place as the lookups return it: name for people, regional key (ARS). */
export type Place = { value: string; key: string };
