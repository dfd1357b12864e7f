import type { Locale } from '#domain/locale.ts';
import { operationsPaths, texts } from '../texts.ts';

/** Address of the page of a refund, without its payment. */
export const refundPath = (locale: Locale): string =>
  `${operationsPaths[locale]}/${texts[locale].refund.path}`;
