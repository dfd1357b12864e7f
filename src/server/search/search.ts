import type { FastifyBaseLogger } from 'fastify';
import type { ContentKind, SearchAnswer, SearchResult } from '#contract/content.ts';
import { type Locale, otherLocale } from '#domain/locale.ts';
import { type PlaceEntry, rankedByName } from '#server/content/places/places.ts';
import { type ResolvedPlace, resolvePlace } from '#server/content/places/resolve-place.ts';
import type { Content, ForeignLanguage, Synonyms } from '#server/content/types.ts';
import type { DocumentType, SearchDocument } from './documents.ts';
import { wordsOf } from './language/words.ts';
import { type PlaceInQuery, placeInQuery } from './place-in-query.ts';
import { type Query, understand } from './query.ts';
import { rank } from './ranking.ts';
import { locationResult, resultOf } from './results.ts';
import { buildSearchIndex, type SearchIndex } from './search-index.ts';

export type SearchRequest = {
  query: string;
  locale: Locale;
  /** Regional key of the chosen place. */
  area?: string | undefined;
  /** A place as text. */
  place?: string | undefined;
  kind: ContentKind;
  /** From 1. */
  page: number;
};

export type Search = {
  /** Answers any text. An empty text finds everything, the services that people look for most first. */
  search(request: SearchRequest): SearchAnswer;
  /** At most eight, services first. */
  suggest(query: string, locale: Locale): SearchResult[];
  /** Indexes new content while the old index answers. @returns replaces the old index */
  prepare(content: Content, synonyms: Synonyms): Promise<() => void>;
};

/** Spec section 2. */
const PAGE_SIZE = 10;
const MAX_SUGGESTIONS = 8;

const TYPES: Record<Exclude<ContentKind, 'LOCATION'>, DocumentType[]> = {
  ALL_CONTENT: ['service', 'page', 'topic', 'lifeSituation', 'portal', 'authority'],
  CMS_SERVICE: ['service', 'page', 'topic', 'lifeSituation', 'portal'],
  SERVICE: ['service'],
  CMS: ['page', 'topic', 'lifeSituation', 'portal'],
  RESPONSIBLE_AUTHORITY: ['authority'],
};

/** In-memory search over one content; `log` receives failures of its parts. */
export async function createSearch(content: Content, synonyms: Synonyms, log: Log): Promise<Search> {
  let index = await buildSearchIndex(content, synonyms);
  return {
    search: (request) => answer(index, request, log),
    suggest: (query, locale) => suggestions(index, query, locale),
    prepare: async (newContent, newSynonyms) => {
      const built = await buildSearchIndex(newContent, newSynonyms);
      return () => {
        index = built;
      };
    },
  };
}

type Log = Pick<FastifyBaseLogger, 'error'>;

function answer(index: SearchIndex, request: SearchRequest, log: Log): SearchAnswer {
  let incomplete = false;
  const attempt = <T>(part: string, work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (err) {
      incomplete = true;
      log.error({ err, part }, 'a part of the search has failed');
      return otherwise;
    }
  };
  const { content } = index;
  const { query, locale, kind } = request;
  const place = attempt('place', () => resolvePlace(content, request), noPlace);
  const locations = attempt('locations', () => placesCalled(content, query), []);
  const written = attempt('place in text', () => placeInQuery(content, query), null);
  const found = attempt('content', () => find(index, query, written, locale), nothing);

  const hits = kind === 'LOCATION' ? [] : found.documents.filter(({ type }) => TYPES[kind].includes(type));
  const shownLocations = kind === 'LOCATION' || kind === 'ALL_CONTENT' ? locations : [];
  const total = hits.length + shownLocations.length;
  // A page beyond the last gets the last one.
  const page = Math.min(request.page, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  const from = (page - 1) * PAGE_SIZE;
  const results = [
    ...hits
      .slice(from, from + PAGE_SIZE)
      .flatMap((hit) => attempt(hit.id, () => [resultOf(index, hit, locale, place.place?.key)], [])),
    ...shownLocations
      .slice(Math.max(0, from - hits.length), Math.max(0, from + PAGE_SIZE - hits.length))
      .map((entry) => locationResult(content, entry)),
  ];
  return {
    query,
    ...place,
    kind,
    page,
    pageSize: PAGE_SIZE,
    total,
    counts: countsOf(found.documents, locations.length),
    results,
    placeInQuery: offeredPlace(written, place),
    corrections: found.corrections,
    languageNotes: found.languages.map(noteOf),
    incomplete,
  };
}

const noPlace = { place: null, placeQuery: null, placeChoices: [], placeIsUnknown: false };

const noteOf = ({ lang, note }: ForeignLanguage): SearchAnswer['languageNotes'][number] => ({
  lang,
  dir: /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(note) ? 'rtl' : 'ltr',
  text: note,
});

type Found = { documents: SearchDocument[] } & Pick<Query, 'corrections' | 'languages'>;
const nothing: Found = { documents: [], corrections: [], languages: [] };

function find(
  { documents, byLanguage, foreign }: SearchIndex,
  text: string,
  written: PlaceInQuery | null,
  locale: Locale,
  isBeingTyped = false,
): Found {
  const other = otherLocale(locale);
  const languages = { index: byLanguage[locale], other: byLanguage[other], foreign };
  const read = (part: string) => understand(languages, part, isBeingTyped);
  const all = read(text);
  if (all.isEmpty) return { ...nothing, documents };
  const subject = written ? read(written.query) : all;
  const { exactly, whole } = subject.called;
  const typeOf = (number: number) => documents[number]?.type;
  // A person who types the title of a page (imprint, privacy) looks for that page and not for a service.
  const isNamedPage = (number: number) =>
    typeOf(number) === 'page' && (exactly.has(number) || whole.has(number));
  const isService = (number: number) => typeOf(number) === 'service';
  const isOther = (number: number) => !isNamedPage(number) && !isService(number);
  const hits = hitsOf(documents, all, subject);
  return {
    documents: [isNamedPage, isService, isOther]
      .flatMap((isNext) => hits.filter(isNext))
      .flatMap((number) => documents[number] ?? []),
    corrections: all.corrections,
    languages: all.languages,
  };
}

/** Ranks without the place in the text, which counts only in names of authorities: it would outweigh the subject. */
function hitsOf(documents: SearchDocument[], all: Query, subject: Query): number[] {
  const hits = rank(documents, all);
  if (subject === all) return hits;
  const isOffice = (number: number) => documents[number]?.type === 'authority';
  return [...rank(documents, subject).filter((number) => !isOffice(number)), ...hits.filter(isOffice)];
}

/** Returns the place in the text, unless it may be the chosen one or is the one to be chosen. */
function offeredPlace(
  written: PlaceInQuery | null,
  { place: chosen, placeQuery }: ResolvedPlace,
): SearchAnswer['placeInQuery'] {
  if (!written || written.keys.length === 0) return null;
  if (written.place === placeQuery || written.keys.includes(chosen?.key ?? '')) return null;
  return { query: written.query, place: written.place };
}

/** Maximum length of a text that can be the name of a place. */
const LONGEST_NAME = 100;
/** Beyond this rank, the name only has the text somewhere inside. */
const BEGINNING_OF_WORD = 2;

function placesCalled(content: Content, query: string): PlaceEntry[] {
  if (query.length > LONGEST_NAME) return [];
  return rankedByName(content, query).filter(({ rank }) => rank <= BEGINNING_OF_WORD);
}

function countsOf(documents: SearchDocument[], locations: number): SearchAnswer['counts'] {
  const count = (types: DocumentType[]) => documents.filter(({ type }) => types.includes(type)).length;
  return {
    ALL_CONTENT: documents.length + locations,
    CMS_SERVICE: count(TYPES.CMS_SERVICE),
    SERVICE: count(TYPES.SERVICE),
    CMS: count(TYPES.CMS),
    RESPONSIBLE_AUTHORITY: count(TYPES.RESPONSIBLE_AUTHORITY),
    LOCATION: locations,
  };
}

function suggestions(index: SearchIndex, text: string, locale: Locale): SearchResult[] {
  if (wordsOf(text).length === 0) return [];
  const { documents } = find(index, text, placeInQuery(index.content, text), locale, true);
  return documents.slice(0, MAX_SUGGESTIONS).map((hit) => resultOf(index, hit, locale));
}
