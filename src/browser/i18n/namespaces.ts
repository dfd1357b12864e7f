import type { TypeOptions } from 'i18next';

/** The namespaces of locales/ that the citizens' pages use; i18next.d.ts lists those of the browser. */
export type Namespace = Exclude<keyof TypeOptions['resources'], 'workshop'>;
