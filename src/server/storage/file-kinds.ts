import { producedKinds } from '#domain/document-kind.ts';

/** Files of the person that take up their space: accepted, not checked by the scanner yet, and still arriving. */
export const ownKinds = ['upload', 'quarantined', 'unfinished'] as const;

/**
 * Files for documents that are handed in after the sending, apart from those of the application: accepted, and not checked
 * by the scanner yet.
 */
export const handInKinds = ['handIn', 'handInQuarantined'] as const;

/** Files that the portal makes of a hand-in: its receipt, and its sealed attachments. */
export const handInProducts = ['handInReceipt', 'handInSealed'] as const;

/** The kinds of an upload, by its purpose: after the check, and before it. */
export const uploadKinds = {
  upload: { checked: 'upload', quarantined: 'quarantined' },
  handIn: { checked: 'handIn', quarantined: 'handInQuarantined' },
} as const;
export type UploadPurpose = keyof typeof uploadKinds;

/** Kinds of uploads that wait for the scanner. */
export const quarantinedKinds = [uploadKinds.upload.quarantined, uploadKinds.handIn.quarantined] as const;

/** Rest of a person's file that the scanner refused. */
export const refusedKinds = ['file-infected', 'file-uncheckable'] as const;
export type RefusedKind = (typeof refusedKinds)[number];

/** Documents of a submission, and its sealed data, which belong to the confirmed data. */
export const submissionKinds = [...producedKinds, 'sealed'] as const;

/** Kinds of stored files. */
export type FileKind = (
  | typeof ownKinds
  | typeof handInKinds
  | typeof handInProducts
  | typeof refusedKinds
  | typeof submissionKinds
)[number];

/** Files that their person knows: their own, and the documents that were made for them; not what is sealed or refused. */
export const knownKinds = [
  'upload',
  'quarantined',
  ...handInKinds,
  ...producedKinds,
  'handInReceipt',
] as const satisfies readonly FileKind[];
