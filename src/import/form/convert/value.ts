import type { Conversion, Json, Scope, Source } from './conversion.ts';
import type { Inner } from './layouts.ts';

/** Where a component stands and what its conversion needs. */
export type Context = { source: Source; scope: Scope; inner: Inner; conversion: Conversion };
/** What is special about a field of one type. */
export type Value = (field: Json, context: Context) => Json[];
