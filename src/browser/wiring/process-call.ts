import type { Locale } from '#domain/locale.ts';

/** What every call about a process names: the process, and the language of the answer. */
export const processCall = ({ processId, locale }: { processId: string; locale: Locale }) => ({
  params: { id: processId },
  query: { lang: locale },
});
