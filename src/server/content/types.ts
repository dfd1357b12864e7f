import type * as z from 'zod';
import type { FeeFigures } from '#contract/shapes.ts';
import type { TextModule } from '#contract/text-modules.ts';
import type { AreaKind } from '#domain/area.ts';
import type { ConfirmedRule } from '#domain/confirmed-rule.ts';
import type { FormEngine } from '#domain/form-engine.ts';
import type { Locale, Localised } from '#domain/locale.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import type { lifeSituationSchema, pageSchema, portalSchema, topicSchema } from './load/browsing-schemas.ts';
import type { authoritySchema, Settings } from './load/schemas.ts';
import type { ServiceFile } from './load/service-schema.ts';
import type { Theme } from './theme.ts';

/**
 * An administrative area; `ars`, its regional key, has 2 to 12 digits, shorter for larger areas; a part of a municipality
 * has 15.
 */
export type Area = {
  ars: string;
  ags: string | null;
  kind: AreaKind;
  name: string;
  parentArs: string | null;
  postalCodes: string[];
  /** Names of places in it that people also search for, e.g. Travemünde. */
  localities: string[];
} & AreaDetails;

/** Further details of an area in a register (spec section 3); missing ones are absent. Days as YYYY-MM-DD. */
export type AreaDetails = {
  nameShort?: string;
  /** The name in the register, where people use another; search finds it as well. */
  registerName?: string;
  description?: string;
  sourceId?: string;
  dataSource?: string;
  /** First and last day on which it exists. */
  validFrom?: string;
  validTo?: string;
  lastUpdated?: string;
  population?: number;
  /** Addresses of its outlines. */
  geoCodingShapes?: string[];
  /** The middle of its places, in degrees. */
  position?: Position;
};

export type Position = { latitude: number; longitude: number };

/** The responsible authority (spec section 3). It has a street or a postbox. */
export type Authority = z.output<typeof authoritySchema>;

/** Further ways to reach an authority: the first of a kind is in its own field. */
export type FurtherContacts = NonNullable<Authority['contactBox']>;

/** Fields that an authority needs to receive applications. */
export const recipientKeys = [
  'street',
  'streetNumber',
  'phoneNumber',
  'email',
  'destinationId',
  'paymentEndPointId',
] as const;

/** An authority that receives applications. */
export type Recipient = Authority & Required<Pick<Authority, (typeof recipientKeys)[number]>>;

/** One form at one authority; spec section 3 calls it the metadata of a form. */
export type Metadata = Omit<Settings, 'arrival' | 'submissionSchemas'> & {
  metadataId: string;
  leiKaId: string;
  fmsFormId: string;
  authority: Recipient;
  /** Keys (ars) of the areas this offer covers. */
  areas: string[];
  /** Possible amounts of the fee; absent where they are not known in advance. */
  feeFigures?: FeeFigures;
  /** True when an account fills in nothing of the form. */
  unfilled?: boolean;
  /** Another way to the same, where people can go it (other-ways.ts). */
  other?: { leiKaId: string; text: Localised };
  /** Formats of the data, best first; absent where the data is in the portal's own. */
  dataSchemas?: KeptSchema[];
};

/**
 * The subject of an application: the form at an authority, the place, and how long it usually takes there. Stored with
 * the application (docs/decisions/0096-kept-offers.md), so that it is still named when the content has it no longer.
 */
export type KeptOffer = {
  metadata: Metadata;
  areaName: string;
  /** Null where the content does not say it. */
  processingTime: Duration | null;
};

/** Sanitised HTML in each language. */
export type LocalisedHtml = { de: string; en: string };

/** XZuFi modulKosten. Amounts in cents. */
export type Cost = Service['costs'][number];
/** XZuFi modulFrist, modulBearbeitungsdauer: a length of time, or from (`value`) to (`to`). */
export type Duration = NonNullable<Service['processingTime']>;
export type TimeUnit = Duration['unit'];
export type Deadline = Service['deadlines'][number];

/** An authority with the areas in which it is responsible for a service (XZuFi Zustaendigkeit). */
export type Responsibility = NonNullable<ServiceFile['responsibilities']>[number];

/** Differences of a service at places: modules and figures take the place of those of the whole state. */
export type LocalText = Pick<Service, 'texts'> &
  Partial<Pick<Service, 'costs' | 'deadlines' | 'processingTime'>> & { areas: string[] };

/** An online service outside this portal (XZuFi Onlinedienst); without areas it covers the whole state. */
export type OnlineLink = Service['onlineLinks'][number];

/** Another state's portal that runs a service; without areas for the whole state. */
export type SharedService = NonNullable<Service['sharedService']>;

export type Service = Omit<ServiceFile, 'responsibility' | 'responsibilities' | 'localTexts'> & {
  slug: string;
  texts: Partial<Record<TextModule, LocalisedHtml>>;
  localTexts: LocalText[];
  /** Responsibilities of the named group (responsibilities/<group>.json), or of the service itself. */
  responsibilities: Responsibility[];
};

/** A topic area (taxonomyMain). */
export type Topic = z.output<typeof topicSchema> & { id: string };

/** A life situation (taxonomyMainContent): things to do, step by step, with the services of each step. */
export type LifeSituation = z.output<typeof lifeSituationSchema> & { id: string };

/** A thematic portal: a site of the administration on one subject, or a choice of topics of this one. */
export type ThematicPortal = z.output<typeof portalSchema> & { id: string };

/** A content page. Its slugs are the addresses in each language; `id` is that of /inhalt/{id}. */
export type Page = z.output<typeof pageSchema> & { id: string; html: LocalisedHtml };

/** A form as its engine has read it. Plain data: content is loaded in a thread of its own. */
export type KeptForm = {
  fmsType: FormEngine;
  /** Contents that only the engine knows. */
  definition: unknown;
};

/** Names of services in a language that the portal does not speak. */
export type ForeignLanguage = {
  /** BCP 47. */
  lang: string;
  /** Lists for these readers, in their language, the languages of the pages. */
  note: string;
  /** Names by slug of the service. */
  services: Record<string, string[]>;
};

/**
 * Other words that people search with: groups of everyday words with one meaning, by language, and the names of
 * services in languages that the portal does not speak.
 */
export type Synonyms = Record<Locale, string[][]> & {
  foreign: ForeignLanguage[];
  /** For the name of a thing, words for kinds of it (Hund: Dackel, Pudel). */
  kinds: Record<Locale, Record<string, string[]>>;
  /** Matters of others, of one word or more (Steuererklärung, Konto eröffnen): no answer to them is the answer. */
  elsewhere: Record<Locale, string[]>;
};

/** All content in memory; replaced as a whole. */
export type Content = {
  /** Hash (hex) of all files of the folder: the same content has the same version. */
  version: string;
  services: Map<string, Service>;
  metadata: Map<string, Metadata>;
  authorities: Map<string, Authority>;
  areas: Map<string, Area>;
  /** fmsFormId to the form in each language. */
  forms: Map<string, KeptForm>;
  topics: Map<string, Topic>;
  lifeSituations: Map<string, LifeSituation>;
  portals: Map<string, ThematicPortal>;
  pages: Map<string, Page>;
  /** LeiKa ids of the services people look for most, in this order (home page). */
  frequent: string[];
  synonyms: Synonyms;
  /** Assumed rules of workflows that the administration has confirmed, by id. */
  confirmedRules: Map<string, ConfirmedRule>;
  /** The portal's look and name. */
  theme: Theme;
};

/** A fault in a content file: the server refuses to start with it. */
export type ContentFault = { file: string; line: number; reason: string };
