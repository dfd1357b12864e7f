/** Text of a column that is sealed (sealing/sealed-columns.ts). */
export type SealedText = string & { readonly isSealed: true };
/** Text for a jsonb column: a JSON string with a sealed value in it. */
export type SealedJson = string & { readonly isSealedJson: true };

declare const isStored: unique symbol;
/** A sealed value as it comes from the database. The module of its table opens it (sealing/sealed-table.ts). */
export type Stored<T> = { readonly [isStored]: T };

/** A keyed hash, by which a value is found that is not stored itself (sealing/keyed-hash.ts). */
export type KeyedHash = string & { readonly isKeyedHash: true };
