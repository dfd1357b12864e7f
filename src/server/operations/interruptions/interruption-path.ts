import type { Interrupted } from '#domain/interruption.ts';
import type { Locale } from '#domain/locale.ts';
import { operationsPaths, texts } from '../texts.ts';

/** Address of the page of an interruption, without what it is about. */
export const interruptionPath = (locale: Locale): string =>
  `${operationsPaths[locale]}/${texts[locale].interruptions.path}`;

/** Query that names what an interruption is about, with its question mark. */
export const interruptionQuery = (what: Interrupted): string => `?${new URLSearchParams({ what })}`;
