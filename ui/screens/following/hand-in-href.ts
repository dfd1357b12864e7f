import type { Locale } from '#domain/locale.ts';
import { paths } from '../shared/paths.ts';

/** Address of the page for handing in what is owed for a sent application. Public pages do not need it. */
export const handInHref = (locale: Locale, processId: string): string =>
  `${paths.handIn[locale]}?id=${processId}`;
