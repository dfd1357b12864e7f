/** Documents that can be downloaded for a sent application. */
export const documentKinds = ['form', 'receipt', 'attachment', 'coverLetter'] as const;
export type DocumentKind = (typeof documentKinds)[number];
