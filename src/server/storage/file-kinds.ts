import { producedKinds } from '#domain/document-kind.ts';

/** Files of the person that take up their space: accepted, not checked by the scanner yet, and still arriving. */
export const ownKinds = ['upload', 'quarantined', 'unfinished'] as const;

/** Rest of a person's file that the scanner refused. */
export const refusedKinds = ['file-infected', 'file-uncheckable'] as const;
export type RefusedKind = (typeof refusedKinds)[number];

/** Documents of a submission, and its sealed data, which belong to the confirmed data. */
export const submissionKinds = [...producedKinds, 'sealed'] as const;

/** Kinds of stored files. */
export type FileKind = (typeof ownKinds | typeof refusedKinds | typeof submissionKinds)[number];
