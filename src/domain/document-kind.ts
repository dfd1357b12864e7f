/** Documents that the portal makes of an application, each once, in the order in which people see them. */
export const producedKinds = ['form', 'receipt', 'coverLetter'] as const;
export type ProducedKind = (typeof producedKinds)[number];

/** Documents that say or suppose that the authority has the application: not offered once it was rejected. */
export const arrivalKinds: readonly DocumentKind[] = ['receipt', 'coverLetter'];

/** Downloads of a sent application: these documents, and the person's own files as one ZIP. */
export const documentKinds = [...producedKinds, 'attachment'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Everything that can be downloaded of an application: of a draft, what was entered, with the uploaded files. */
export const downloadKinds = [...documentKinds, 'entered'] as const;
export type DownloadKind = (typeof downloadKinds)[number];
