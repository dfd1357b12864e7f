import * as z from 'zod/mini';
import { costKinds } from '#domain/fee.ts';
import { trustLevels } from '#domain/trust-level.ts';
import { call } from './call.ts';
import { contentKinds } from './pages.ts';
import { areaKey, authority, leiKaId, locale, metadata, otherWay, place } from './shapes.ts';
import { textModules } from './text-modules.ts';

export type { ContentKind } from './pages.ts';

const contentKind = z.enum(contentKinds);

/** Online availability of a service: at the chosen place, not there, or unknown without a place. */
const availability = z.enum(['online', 'onSite', 'choosePlace']);

/** A title or text that is in German on a page in another language, because there is no other. */
const german = z.optional(z.literal('de'));

export const searchResult = z.object({
  /** Kind of the page that it leads to. */
  type: z.enum(['service', 'page', 'topic', 'lifeSituation', 'portal', 'authority', 'location']),
  /** LeiKa id, id of the page, topic, life situation, portal or authority, or regional key. */
  id: z.string(),
  title: z.string(),
  titleLang: german,
  text: z.string(),
  textLang: german,
  /** Slug of a page in the requested language. */
  slug: z.optional(z.string()),
  /** Name of the authority responsible at the chosen place. */
  authority: z.optional(z.string()),
  availability: z.optional(availability),
  /** Contact of an authority. */
  contact: z.optional(authority),
  /** Address of a thematic portal outside this one. */
  url: z.optional(z.string()),
});
export type SearchResult = z.output<typeof searchResult>;

export const serviceLink = z.object({
  leiKaId,
  title: z.string(),
  titleLang: german,
  teaser: z.string(),
  teaserLang: german,
});
export type ServiceLink = z.output<typeof serviceLink>;
/** A service in a list to browse, with where it is available online. */
const listedService = z.extend(serviceLink, { availability });
export type ListedService = z.output<typeof listedService>;

export const duration = z.object({
  value: z.number(),
  to: z.optional(z.number()),
  unit: z.enum(['minute', 'hour', 'day', 'workday', 'week', 'month', 'year']),
});
export type Duration = z.output<typeof duration>;

/** Amounts in cents. */
const cost = z.object({
  kind: z.enum(costKinds),
  amount: z.optional(z.number()),
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  /** Paid in addition to another cost, never alone. */
  surcharge: z.optional(z.boolean()),
  label: z.optional(z.string()),
});
export type Cost = z.output<typeof cost>;

export const serviceDetail = z.object({
  ...serviceLink.shape,
  keywords: z.array(z.string()),
  /**
   * Parts in the order of the page, without empty ones. `html` is sanitised. With `saysFigures` it names all figures of
   * its part (costs, deadlines), so that they are not repeated next to it. With `saysTeaser` it begins with the teaser.
   */
  sections: z.array(
    z.object({
      module: z.enum(textModules),
      html: z.string(),
      saysFigures: z.optional(z.boolean()),
      saysTeaser: z.optional(z.boolean()),
    }),
  ),
  costs: z.array(cost),
  deadlines: z.array(z.object({ duration, label: z.string() })),
  processingTime: z.nullable(duration),
  links: z.array(z.object({ url: z.string(), label: z.string() })),
  topics: z.array(z.object({ id: z.string(), title: z.string() })),
  related: z.array(serviceLink),
});
export type ServiceDetail = z.output<typeof serviceDetail>;

/** The places found for a place entered as text (a form without script). */
const placeChoice = {
  /** The place given by key, or the only one that the text matches; null without one. */
  place: z.nullable(place),
  /** The text, when it matches several places or none; null otherwise. */
  placeQuery: z.nullable(z.string()),
  /** The places to choose from. */
  placeChoices: z.array(place),
  /** No place has this name: the choices are near matches (similar names, neighbouring postcodes). */
  placeIsUnknown: z.boolean(),
};

export const serviceAnswer = z.object({
  service: serviceDetail,
  ...placeChoice,
  /** Responsible for the service at the place; null without a place, or when there is only the state-wide text. */
  authority: z.nullable(authority),
  /**
   * The authorities to choose from, if a criterion (e.g. the first letter of the name) decides about responsibility at
   * the place. `criterion` is null for the authority of all others; `authority` is then null.
   */
  authorityChoices: z.array(z.object({ criterion: z.nullable(z.string()), authority })),
  /** The form offered at the place; null if there is none. */
  metadata: z.nullable(metadata),
  /** Without a place: another way to the same, where all places with an application have it. */
  otherWay: z.optional(otherWay),
  /** Online services outside this portal for the place (or the whole state). */
  onlineLinks: z.array(
    z.object({ url: z.string(), title: z.string(), trustLevel: z.optional(z.enum(trustLevels)) }),
  ),
  /** Name of another portal that runs the online application for the place; absent if there is none. */
  sharedBy: z.optional(z.string()),
  /** True if an online application exists anywhere: without a chosen place, choosing one is worthwhile. */
  isOnlineSomewhere: z.boolean(),
});
export type ServiceAnswer = z.output<typeof serviceAnswer>;

export const topicLink = z.object({
  id: z.string(),
  title: z.string(),
  teaser: z.string(),
});
export type TopicLink = z.output<typeof topicLink>;

/** With the path of its icon, drawn with a line on a square of 24. */
const drawnLink = z.extend(topicLink, { drawing: z.string() });
export type DrawnLink = z.output<typeof drawnLink>;

const portalLink = z.object({
  id: z.string(),
  title: z.string(),
  teaser: z.string(),
  url: z.nullable(z.string()),
  topics: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type PortalLink = z.output<typeof portalLink>;

export const portalAnswer = z.object({
  id: z.string(),
  title: z.string(),
  teaser: z.string(),
  /** Purpose of the portal, more fully than in the teaser; null without one. */
  introduction: z.nullable(z.string()),
  /** The portal's topics, each service in its first one. */
  topics: z.array(z.object({ topic: topicLink, services: z.array(listedService) })),
  /** Authority for questions about its subject; null if that depends on the place. */
  authority: z.nullable(authority),
});
export type PortalAnswer = z.output<typeof portalAnswer>;

export const homeAnswer = z.object({
  frequent: z.array(serviceLink),
  topics: z.array(drawnLink),
  lifeSituations: z.array(drawnLink),
  portals: z.array(portalLink),
});
export type HomeAnswer = z.output<typeof homeAnswer>;

export const searchAnswer = z.object({
  query: z.string(),
  ...placeChoice,
  kind: contentKind,
  page: z.number(),
  pageSize: z.number(),
  total: z.number(),
  /** Hits per kind, for the filter chips. */
  counts: z.record(contentKind, z.number()),
  results: z.array(searchResult),
  /** A place contained in the query, and the query without it; null when it is the requested place. */
  placeInQuery: z.nullable(z.object({ query: z.string(), place: z.string() })),
  /** Other spellings that would find something, best first; at most three. */
  corrections: z.array(z.string()),
  /** Sentences about the languages of the pages, in the language of a query that the portal does not speak. */
  languageNotes: z.array(z.object({ lang: z.string(), dir: z.enum(['ltr', 'rtl']), text: z.string() })),
  /** A part of the search failed: the message of spec section 8 is shown. */
  incomplete: z.boolean(),
});
export type SearchAnswer = z.output<typeof searchAnswer>;

export const topicAnswer = z.object({ topic: topicLink, services: z.array(listedService) });
export type TopicAnswer = z.output<typeof topicAnswer>;

export const lifeSituationAnswer = z.object({
  lifeSituation: topicLink,
  steps: z.array(z.object({ title: z.string(), text: z.string(), services: z.array(listedService) })),
});
export type LifeSituationAnswer = z.output<typeof lifeSituationAnswer>;

export const pageAnswer = z.object({
  id: z.string(),
  title: z.string(),
  teaser: z.string(),
  /** Sanitised HTML. */
  html: z.string(),
  /** Address of the page in each language. */
  slugs: z.object({ de: z.string(), en: z.string() }),
});
export type PageAnswer = z.output<typeof pageAnswer>;

const id = z.string().check(z.regex(/^[a-z0-9-]{1,80}$/));
const lang = z.object({ lang: locale });

export const contentCalls = {
  getHome: call({
    method: 'GET',
    path: '/api/home',
    summary: 'What the home page offers: frequent services, topics, life situations, thematic portals',
    origin: 'own',
    query: lang,
    answer: homeAnswer,
  }),
  search: call({
    method: 'GET',
    path: '/api/search',
    summary: 'Search by topic and place; any text is answered',
    origin: 'own',
    query: z.object({
      q: z.optional(z.string()),
      lang: locale,
      area: z.optional(areaKey),
      /** A place as text; only used without an area. */
      place: z.optional(z.string()),
      kind: z.optional(contentKind),
      page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))),
    }),
    answer: searchAnswer,
  }),
  suggest: call({
    method: 'GET',
    path: '/api/search/suggestions',
    summary: 'Services and other content that a beginning of a query may mean; at most eight',
    origin: 'own',
    query: z.object({ q: z.string(), lang: locale }),
    answer: z.array(searchResult),
  }),
  getTopic: call({
    method: 'GET',
    path: '/api/topic/{id}',
    summary: 'A topic area with its services',
    origin: 'own',
    params: z.object({ id }),
    query: lang,
    answer: topicAnswer,
    errors: ['not-found'],
  }),
  getLifeSituation: call({
    method: 'GET',
    path: '/api/life-situation/{id}',
    summary: 'A life situation with its steps and their services',
    origin: 'own',
    params: z.object({ id }),
    query: lang,
    answer: lifeSituationAnswer,
    errors: ['not-found'],
  }),
  listPortals: call({
    method: 'GET',
    path: '/api/portals',
    summary: 'Thematic portals',
    origin: 'own',
    query: lang,
    answer: z.array(portalLink),
  }),
  getPortal: call({
    method: 'GET',
    path: '/api/portal/{id}',
    summary: 'A thematic portal of this site with its topics and their services',
    origin: 'own',
    params: z.object({ id }),
    query: lang,
    answer: portalAnswer,
    errors: ['not-found'],
  }),
  getPage: call({
    method: 'GET',
    path: '/api/page',
    summary: 'A content page by its slug in the asked language, or by its id',
    origin: 'own',
    query: z.object({ lang: locale, slug: z.optional(z.string()), id: z.optional(z.string()) }),
    answer: pageAnswer,
    errors: ['not-found'],
  }),
};
