import type { Locale } from '#domain/locale.ts';

/** The process and the language of the answer, which every call about a process names. */
export const processCall = ({ processId, locale }: { processId: string; locale: Locale }) => ({
  params: { id: processId },
  query: { lang: locale },
});
