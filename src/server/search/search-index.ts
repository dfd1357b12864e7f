import type { Locale } from '#domain/locale.ts';
import type { Content, Synonyms } from '#server/content/types.ts';
import { type Availability, createAvailability } from './availability.ts';
import { documentsOf, type SearchDocument } from './documents.ts';
import type { LanguageIndex } from './language/concepts.ts';
import { buildForeignIndex, type ForeignIndex } from './language/foreign-index.ts';
import { languages } from './language/language.ts';
import { buildPhrases } from './language/phrases.ts';
import { createThesaurus } from './language/thesaurus.ts';
import { buildTextIndex } from './text-index.ts';
import { yieldEvery } from './yield-every.ts';

/** Everything that the search knows about one version of the content. It is never changed, only replaced as a whole. */
export type SearchIndex = {
  content: Content;
  availability: Availability;
  documents: SearchDocument[];
  byLanguage: Record<Locale, LanguageIndex>;
  foreign: ForeignIndex;
};

/** Longest time in ms for which building holds up other requests. */
const SLICE_MS = 5;

export async function buildSearchIndex(content: Content, synonyms: Synonyms): Promise<SearchIndex> {
  const yieldNow = yieldEvery(SLICE_MS);
  const documents = documentsOf(content);
  const build = async (locale: Locale): Promise<LanguageIndex> => {
    const language = languages[locale];
    const thesaurus = createThesaurus(
      language,
      synonyms[locale],
      synonyms.kinds[locale],
      synonyms.elsewhere[locale],
    );
    const text = await buildTextIndex(language, documents, yieldNow);
    const phrases = await buildPhrases(language, thesaurus, documents, yieldNow);
    return { text, thesaurus, phrases };
  };
  const de = await build('de');
  const en = await build('en');
  const foreign = buildForeignIndex(synonyms.foreign, documents, ({ type, id }) =>
    type === 'service' ? content.services.get(id)?.slug : undefined,
  );
  return { content, availability: createAvailability(content), documents, byLanguage: { de, en }, foreign };
}
