import type { Locale } from '#domain/locale.ts';
import type { Content, Responsibility, Service } from '#server/content/types.ts';
import { onceFor } from '#server/once-for.ts';
import { type Deed, deedOfKey, deedsIn } from './language/deeds.ts';
import { german, languages } from './language/language.ts';
import { textOfHtml, wordsOf } from './language/words.ts';

/** Kind of page that a hit leads to. */
export type DocumentType = 'service' | 'page' | 'topic' | 'lifeSituation' | 'portal' | 'authority';

/** Fields of every document, the heaviest first. */
export type Field =
  | 'title'
  | 'keywords'
  | 'phrases'
  | 'teaser'
  | 'shortText'
  | 'topics'
  | 'text'
  | 'authorities';

export type SearchDocument = {
  type: DocumentType;
  /** LeiKa id, or id of the page, topic, life situation, portal or authority. */
  id: string;
  title: Record<Locale, string>;
  /** Whether it is one of the services that people look for most. */
  isFrequent: boolean;
  /** Deeds of a service, by its German title or else its key; empty where neither says it. */
  deeds: ReadonlySet<Deed>;
  texts(locale: Locale): Partial<Record<Field, string[]>>;
};

/**
 * Lists everything in the content that can be found: the services that people look for most first, then the rest by
 * German title. Texts are created on request, because there are many.
 */
export function documentsOf(content: Content): SearchDocument[] {
  const ranks = new Map(content.frequent.map((leiKaId, rank) => [leiKaId, rank]));
  const rankOf = ({ id }: SearchDocument) => ranks.get(id) ?? ranks.size;
  return allDocuments(content).sort(
    (one, other) => rankOf(one) - rankOf(other) || collator.compare(one.title.de, other.title.de),
  );
}

const collator = new Intl.Collator('de');

function allDocuments(content: Content): SearchDocument[] {
  const wordsOfAuthorities = authorityWords(content);
  return [
    ...[...content.services.values()].map(
      (service): SearchDocument => ({
        type: 'service',
        id: service.leiKaId,
        title: service.title,
        isFrequent: content.frequent.includes(service.leiKaId),
        deeds: deedsOf(service),
        texts: (locale) => serviceTexts(content, service, wordsOfAuthorities, locale),
      }),
    ),
    ...[...content.pages.values()].map(
      (page): SearchDocument => ({
        ...plain('page', page),
        texts: (locale) => ({
          title: [page.title[locale]],
          teaser: [page.teaser[locale]],
          text: [textOfHtml(page.html[locale])],
        }),
      }),
    ),
    ...[...content.topics.values()].map((topic) => plain('topic', topic)),
    ...[...content.lifeSituations.values()].map(
      (situation): SearchDocument => ({
        ...plain('lifeSituation', situation),
        texts: (locale) => ({
          title: [situation.title[locale]],
          teaser: [situation.teaser[locale]],
          text: situation.steps.flatMap(({ title, text }) => [title[locale], textOfHtml(text[locale])]),
        }),
      }),
    ),
    ...[...content.portals.values()].map((portal) => plain('portal', portal)),
    ...[...content.authorities.values()].map(
      (authority): SearchDocument => ({
        type: 'authority',
        id: authority.id,
        title: authority.name,
        isFrequent: false,
        deeds: noDeeds,
        texts: (locale) => ({
          title: [authority.name[locale]],
          teaser: [authority.city, authority.postalCode],
        }),
      }),
    ),
  ];
}

type Described = { id: string; title: Record<Locale, string>; teaser: Record<Locale, string> };

const plain = (type: DocumentType, { id, title, teaser }: Described): SearchDocument => ({
  type,
  id,
  title,
  isFrequent: false,
  deeds: noDeeds,
  texts: (locale) => ({ title: [title[locale]], teaser: [teaser[locale]] }),
});

const noDeeds: ReadonlySet<Deed> = new Set();

/** The German title, the original, outweighs the key, which two services of an administration sometimes share. */
function deedsOf({ title, leiKaId }: Service): ReadonlySet<Deed> {
  const named = deedsIn(german.deeds, wordsOf(title.de).map(german.fold), german.stem);
  const ofKey = deedOfKey(leiKaId);
  return named.size === 0 && ofKey ? new Set([ofKey]) : named;
}

function serviceTexts(
  content: Content,
  service: Service,
  wordsOfAuthorities: AuthorityWords,
  locale: Locale,
) {
  const { shortText, ...modules } = service.texts;
  const topics = service.topics.map((id) => content.topics.get(id)?.title[locale]);
  const situations = service.lifeSituations.map((id) => content.lifeSituations.get(id)?.title[locale]);
  return {
    title: [service.title[locale]],
    ...keywordTexts(service.keywords[locale], locale),
    teaser: [service.teaser[locale]],
    shortText: shortText ? [textOfHtml(shortText[locale])] : [],
    topics: [...topics, ...situations].filter((title) => title !== undefined),
    text: Object.values(modules).map((html) => textOfHtml(html[locale])),
    authorities: wordsOfAuthorities(service, locale),
  };
}

/**
 * Separates keywords of one meaningful word from longer ones (`phrases`): a word of a longer one is not always a
 * subject of the service (*Schlüssel* of the lost property office).
 */
function keywordTexts(keywords: string[], locale: Locale): Partial<Record<Field, string[]>> {
  const { fold, functionWords, requestWords } = languages[locale];
  const isMeaningful = (word: string) => !functionWords.has(fold(word)) && !requestWords.has(fold(word));
  const isPhrase = (keyword: string) => keyword.split(/\s+/).filter(isMeaningful).length > 1;
  return {
    keywords: keywords.filter((keyword) => !isPhrase(keyword)),
    phrases: keywords.filter(isPhrase),
  };
}

type AuthorityWords = (service: Service, locale: Locale) => string[];

/**
 * Returns the names of a service's authorities without place names, each word once: people think of the registry
 * office as one. Computed once for each list of responsibilities, which services share.
 */
function authorityWords(content: Content): AuthorityWords {
  const places = new Set([...content.areas.values()].flatMap(({ name }) => name.split(/[\s(),/-]+/)));
  const wordsIn = (responsibilities: Responsibility[], locale: Locale) => {
    const names = responsibilities.map(({ authority }) => content.authorities.get(authority)?.name[locale]);
    const words = names.flatMap((name) => name?.split(/[\s(),/]+/) ?? []);
    return [...new Set(words)].filter((word) => word !== '' && !places.has(word));
  };
  const words = onceFor((responsibilities: Responsibility[]) => ({
    de: wordsIn(responsibilities, 'de'),
    en: wordsIn(responsibilities, 'en'),
  }));
  return (service, locale) => words(service.responsibilities)[locale];
}
