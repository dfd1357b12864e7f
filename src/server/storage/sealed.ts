/** Text of a column that is sealed (sealing/sealed-columns.ts). */
export type SealedText = string & { readonly isSealed: true };
/** Text for a jsonb column: a JSON string with a sealed value in it. */
export type SealedJson = string & { readonly isSealedJson: true };
