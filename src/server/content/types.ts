import type { FormDefinition, JsonLogic } from '#forms/types.ts';

export type Locale = 'de' | 'en';
export type Localised = { de: string; en: string };

export type FeeType =
  | 'FREE'
  | 'FIXED'
  | 'VARIABLE'
  | 'VARIABLE_BY_PROCESS'
  | 'VARIABLE_BY_FORM'
  | 'VARIABLE_BY_PROCESS_AND_FORM';
export type LoginMode = 'none' | 'start' | 'complete' | 'start_or_complete' | 'start_and_complete';
export type TrustLevel = 'low' | 'substantial' | 'high';

/** An administrative area; `ars` has 2 to 12 digits (facts: keys). */
export type Area = {
  ars: string;
  ags: string | null;
  kind: string;
  name: string;
  parentArs: string | null;
  postalCodes: string[];
  /** Names of places in it that people also search for, e.g. Travemünde. */
  localities: string[];
};

/** The responsible authority and recipient (spec section 3). */
export type Authority = {
  id: string;
  name: Localised;
  contactPerson?: string;
  street: string;
  streetNumber: string;
  postbox?: string;
  postalCode: string;
  city: string;
  phoneNumber: string;
  fax?: string;
  email: string;
  website?: string;
  openingHours?: Localised;
  /** Address at the delivery service (FIT-Connect destination id, UUID). */
  destinationId: string;
  /** The payee at the payment provider (XBezahldienste endPointId). */
  paymentEndPointId: string;
};

/** One form at one authority: what spec section 3 calls the metadata of a form. */
export type Metadata = {
  metadataId: string;
  leiKaId: string;
  fmsType: 'FORMIO';
  fmsFormId: string;
  authority: Authority;
  /** Keys (ars) of the areas this offer covers. */
  areas: string[];
  title: Localised;
  description: Localised;
  feeType: FeeType;
  /** Cents; null when the form decides. */
  feeAmount: number | null;
  /** JSONLogic over the form data, answers cents; for VARIABLE types. */
  feeRule?: JsonLogic;
  /** What the fee is for, on the payment page. */
  feePurpose: Localised;
  mode: LoginMode;
  trustLevel: TrustLevel;
  identificationType: 'none' | 'eid';
  idpIds: string[];
  forceWelcomePage: boolean;
  allowElectronicNoticeDelivery: boolean;
  enableDataComparison: boolean;
  isDeprecated: boolean;
  /** Whole days a draft is kept after the last change. */
  draftRetentionDays: number;
  /** Whole days the downloads are kept after submission. */
  downloadRetentionDays: number;
  /** Minutes to fill it in, for the start screen. */
  durationMinutes: number;
  /** What to have at hand, for the start screen. */
  needed: { de: string[]; en: string[] };
  /** What happens after submission and how long it takes, for the result page. */
  afterwards: Localised;
};

export type Service = {
  leiKaId: string;
  slug: string;
  title: Localised;
  teaser: Localised;
  /** Everyday words for the service list filter. */
  keywords: { de: string[]; en: string[] };
};

/** All content in memory; swapped as a whole. */
export type Content = {
  services: Map<string, Service>;
  metadata: Map<string, Metadata>;
  authorities: Map<string, Authority>;
  areas: Map<string, Area>;
  /** fmsFormId to the form in each language. */
  forms: Map<string, Record<Locale, FormDefinition>>;
};

/** A fault in a content file: the start is refused with it. */
export type ContentFault = { file: string; line: number; reason: string };
