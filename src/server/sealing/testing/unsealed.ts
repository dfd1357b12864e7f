import type { SealedJson, SealedText } from '#server/storage/sealed.ts';

/** JSON as a version before sealing has stored it. */
export const unsealed = (value: unknown): SealedJson => JSON.stringify(value) as SealedJson;

/** Text as a version before sealing has stored it. */
export const unsealedText = (value: string): SealedText => value as SealedText;
