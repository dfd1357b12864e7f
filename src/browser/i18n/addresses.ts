/** Address of each file of texts; those of the server's own texts are left out. */
const addresses: Record<string, string> = import.meta.glob(
  ['/locales/*/*.json', '!**/{documents,drawing,feedback,flows,operations,rules,statements,workshop}.json'],
  { query: '?url&no-inline', import: 'default', eager: true },
);

/** Address of a namespace in a language. */
export const addressOfTexts = (language: string, namespace: string): string =>
  addresses[`/locales/${language}/${namespace}.json`] ?? '';
