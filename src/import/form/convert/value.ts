import type { Conversion, Json, Scope, Source } from './conversion.ts';
import type { Inner } from './layouts.ts';

/** A component with its place, and the tools for its conversion. */
export type Context = { source: Source; scope: Scope; inner: Inner; conversion: Conversion };
/** Converts a field of one type, after the properties that all types share. */
export type Value = (field: Json, context: Context) => Json[];
