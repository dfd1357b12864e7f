import { producedKinds } from '#domain/document-kind.ts';

/** Files of the person that take up their space: taken, not checked by the scanner yet, and still arriving. */
export const ownKinds = ['upload', 'quarantined', 'unfinished'] as const;

/** What stays of a file of the person that the scanner refused. */
export const refusedKinds = ['file-infected', 'file-uncheckable'] as const;
export type RefusedKind = (typeof refusedKinds)[number];

/** Documents of a submission, and its sealed data, which belong to what was confirmed. */
export const submissionKinds = [...producedKinds, 'sealed'] as const;

/** Kinds of stored files. */
export type FileKind = (typeof ownKinds | typeof refusedKinds | typeof submissionKinds)[number];
