import type { FeeFigures } from '#contract/shapes.ts';
import type { TextModule } from '#contract/text-modules.ts';
import type { AreaKind } from '#domain/area.ts';
import type { AddressKind } from '#domain/authority.ts';
import type { FeeType } from '#domain/fee.ts';
import type { FormEngine } from '#domain/form-engine.ts';
import type { Locale, Localised } from '#domain/locale.ts';
import type { IdentificationType, LoginMode, ProviderId } from '#domain/login.ts';
import type { ProcessingBasis } from '#domain/statement.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { JsonLogic } from '#forms/types.ts';
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

type Labelled<V> = V & { label?: Localised };

/** Further ways to reach an authority: the first of a kind is in its own field. */
export type FurtherContacts = {
  addresses?: (Pick<Authority, 'street' | 'streetNumber' | 'postbox' | 'postalCode' | 'city'> & {
    kind: AddressKind;
    label?: Localised;
  })[];
  emails?: Labelled<{ email: string }>[];
  faxes?: Labelled<{ number: string }>[];
  links?: Labelled<{ url: string }>[];
  services?: { label: Localised; url: string }[];
  telephones?: Labelled<{ number: string }>[];
};

/** The responsible authority (spec section 3). It has a street or a postbox. */
export type Authority = {
  id: string;
  name: Localised;
  contactPerson?: string;
  street?: string;
  streetNumber?: string;
  postbox?: string;
  postalCode: string;
  city: string;
  phoneNumber?: string;
  fax?: string;
  email?: string;
  website?: string;
  openingHours?: Localised;
  contactBox?: FurtherContacts;
  /** The unit in it that processes the data of applications, where it has several. */
  responsibleDataProcessingUnitId?: string;
  /** Address at the delivery service (FIT-Connect destination id, UUID). */
  destinationId?: string;
  /** The payee at the payment provider (XBezahldienste endPointId). */
  paymentEndPointId?: string;
};

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
export type Metadata = {
  metadataId: string;
  leiKaId: string;
  fmsType: FormEngine;
  fmsFormId: string;
  authority: Recipient;
  /** Keys (ars) of the areas this offer covers. */
  areas: string[];
  title: Localised;
  description: Localised;
  feeType: FeeType;
  /** Cents; null when a rule or the form determines the fee. */
  feeAmount: number | null;
  /** JSONLogic that returns cents: over the form's values (VARIABLE), or over facts of the process (…BY_PROCESS…). */
  feeRule?: JsonLogic;
  /** FORMIO, for a fee BY_FORM: key of the field in which the form calculates it, in euros. */
  feeField?: string;
  /** Circumstance that a fee by a rule depends on, worded to follow an amount: "je nach Geltungsdauer". */
  feeBasis?: Localised;
  /** Possible amounts of the fee; absent where they are not known in advance. */
  feeFigures?: FeeFigures;
  /** Purpose of the fee, shown on the payment page. */
  feePurpose: Localised;
  mode: LoginMode;
  trustLevel: TrustLevel;
  identificationType: IdentificationType;
  idpIds: ProviderId[];
  forceWelcomePage: boolean;
  allowElectronicNoticeDelivery: boolean;
  enableDataComparison: boolean;
  /** Legal basis of the processing; decides which statement the person makes in the summary. */
  processingBasis: ProcessingBasis;
  /** True when an account fills in nothing of the form. */
  unfilled?: boolean;
  isDeprecated: boolean;
  /** Whole days for which a draft is stored after the last change. */
  draftRetentionDays: number;
  /** Whole days for which the downloads are stored after submission. */
  downloadRetentionDays: number;
  /** Minutes it takes to fill in, for the start screen. */
  durationMinutes: number;
  /** Things to have at hand, for the start screen. */
  needed: { de: string[]; en: string[] };
  /** Next steps after submission and their duration, for the result page. */
  afterwards: Localised;
};

/** Sanitised HTML in each language. */
export type LocalisedHtml = { de: string; en: string };

export type TimeUnit = 'minute' | 'hour' | 'day' | 'workday' | 'week' | 'month' | 'year';

/** XZuFi modulKosten. Amounts in cents. A `surcharge` is paid on top of another cost, never alone. */
export type Cost =
  | { kind: 'FREE'; label?: Localised }
  | { kind: 'FIXED'; amount: number; surcharge?: true; label?: Localised }
  | { kind: 'VARIABLE'; from?: number; to?: number; surcharge?: true; label?: Localised };

/** XZuFi modulFrist, modulBearbeitungsdauer: a length of time, or from (`value`) to (`to`). */
export type Duration = { value: number; to?: number; unit: TimeUnit };
export type Deadline = { duration: Duration; label: Localised };

/** An authority with the areas in which it is responsible for a service (XZuFi Zustaendigkeit). */
export type Responsibility = {
  authority: string;
  areas: string[];
  /** People it is responsible for, where several authorities share an area: "Nachname A–K". */
  criterion?: Localised;
};

/** Differences of a service at places: modules and figures take the place of those of the whole state. */
export type LocalText = Pick<Service, 'texts'> &
  Partial<Pick<Service, 'costs' | 'deadlines' | 'processingTime'>> & { areas: string[] };

/** An online service outside this portal (XZuFi Onlinedienst); without areas it covers the whole state. */
export type OnlineLink = {
  title: Localised;
  /** One address, or one in each language. */
  url: string | Localised;
  /** Trust level that the service requires of a login. */
  trustLevel?: TrustLevel;
  areas?: string[];
};

/** Another state's portal that runs a service; without areas for the whole state. */
export type SharedService = { partner: string; areas?: string[] };

export type Service = {
  leiKaId: string;
  slug: string;
  title: Localised;
  teaser: Localised;
  /** Everyday words people search for, including abbreviations and old names. */
  keywords: { de: string[]; en: string[] };
  /** Ids of topics and life situations it belongs to, the main one first. */
  topics: string[];
  lifeSituations: string[];
  audience: ('citizens' | 'businesses')[];
  texts: Partial<Record<TextModule, LocalisedHtml>>;
  localTexts: LocalText[];
  costs: Cost[];
  deadlines: Deadline[];
  processingTime?: Duration;
  /** Responsibilities of the named group (responsibilities/<group>.json), or of the service itself. */
  responsibilities: Responsibility[];
  onlineLinks: OnlineLink[];
  sharedService?: SharedService;
  links: { url: string; label: Localised }[];
  /** Slugs of services people also read. */
  related: string[];
};

/** A topic area (taxonomyMain). `icon` names an icon of topic-drawings.ts. */
export type Topic = { id: string; title: Localised; teaser: Localised; icon: string; order: number };

/** A life situation (taxonomyMainContent): things to do, step by step, with the services of each step. */
export type LifeSituation = {
  id: string;
  title: Localised;
  teaser: Localised;
  icon: string;
  order: number;
  steps: { title: Localised; text: Localised; services: string[] }[];
};

/** A thematic portal: a site of the administration on one subject, or a choice of topics of this one. */
export type ThematicPortal = {
  id: string;
  title: Localised;
  teaser: Localised;
  order: number;
  /** The address of a site elsewhere; one without is a page of this portal. */
  url?: string;
  topics: string[];
  introduction?: Localised;
  /** Id of the authority that answers questions about its subject. */
  authority?: string;
};

/** A content page. Its slugs are the addresses in each language; `id` is that of /inhalt/{id}. */
export type Page = { id: string; slug: Localised; title: Localised; teaser: Localised; html: LocalisedHtml };

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
export type Synonyms = Record<Locale, string[][]> & { foreign: ForeignLanguage[] };

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
  /** The portal's look and name. */
  theme: Theme;
};

/** A fault in a content file: the server refuses to start with it. */
export type ContentFault = { file: string; line: number; reason: string };
