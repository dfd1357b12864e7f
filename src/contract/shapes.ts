import * as z from 'zod/mini';
import { addressKinds } from '#domain/authority.ts';
import { feeTypes } from '#domain/fee.ts';
import { formEngines } from '#domain/form-engine.ts';
import { locales } from '#domain/locale.ts';
import { identificationTypes, loginModes, loginProviderIds, providerIds } from '#domain/login.ts';
import { processStatuses } from '#domain/process-status.ts';
import { processingBases } from '#domain/statement.ts';
import { trustLevels } from '#domain/trust-level.ts';

export const locale = z.enum(locales);
export const trustLevel = z.enum(trustLevels);
export const providerId = z.enum(providerIds);
export const loginMode = z.enum(loginModes);
export const feeType = z.enum(feeTypes);
export const processStatus = z.enum(processStatuses);

export const leiKaId = z.string().check(z.regex(/^\d{14}$/));
export const metadataId = z.string().check(z.regex(/^[a-z0-9-]{3,80}$/));
/** Regional key (ARS): 2 to 12 digits. */
export const areaKey = z.string().check(z.regex(/^\d{2,12}$/));
export const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));
export const isoTime = z.string().check(z.maxLength(40));
/** The unit at an authority that processes the data; the authority gives it its id. */
export const dataProcessingUnitId = z.string().check(z.regex(/^[\w.:-]{1,100}$/));
/** Address inside the portal that a login comes back to. */
export const portalPath = z.string().check(z.regex(/^\/(?!\/)[^\\]{0,500}$/));

/** Purpose of a way to reach an authority, where it has several of the kind. */
const label = z.optional(z.string());

const contactAddress = z.object({
  kind: z.enum(addressKinds),
  label,
  street: z.optional(z.string()),
  streetNumber: z.optional(z.string()),
  postbox: z.optional(z.string()),
  postalCode: z.string(),
  city: z.string(),
});
export interface ContactAddress extends z.output<typeof contactAddress> {}

/** All ways to reach an authority (spec section 3); the first of a kind is the one that the authority's own fields name. */
const contactBox = z.object({
  addresses: z.array(contactAddress),
  emails: z.array(z.object({ label, email: z.string() })),
  faxes: z.array(z.object({ label, number: z.string() })),
  links: z.array(z.object({ label, url: z.string() })),
  /** Online offers there, an appointment for example. */
  services: z.array(z.object({ label: z.string(), url: z.string() })),
  telephones: z.array(z.object({ label, number: z.string() })),
});
export interface ContactBox extends z.output<typeof contactBox> {}

/** An authority in one language, as people see it (spec section 3). */
export const authority = z.object({
  id: z.string(),
  name: z.string(),
  contactPerson: z.optional(z.string()),
  street: z.optional(z.string()),
  streetNumber: z.optional(z.string()),
  postbox: z.optional(z.string()),
  postalCode: z.string(),
  city: z.string(),
  phoneNumber: z.optional(z.string()),
  fax: z.optional(z.string()),
  email: z.optional(z.string()),
  website: z.optional(z.string()),
  openingHours: z.optional(z.string()),
  contactBox,
});
export interface AuthorityView extends z.output<typeof authority> {}

/**
 * Possible fees before anything is filled in, in cents: one of several amounts in rising order, a range from the
 * lowest to the highest, or a price per item counted.
 */
const feeFigures = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('amounts'), amounts: z.array(z.number()) }),
  z.object({ kind: z.literal('range'), from: z.number(), to: z.number() }),
  z.object({ kind: z.literal('each'), amount: z.number() }),
]);
export type FeeFigures = z.output<typeof feeFigures>;

/** A service by which people get the same in another way. */
export const otherWay = z.object({ leiKaId, text: z.string() });
export interface OtherWay extends z.output<typeof otherWay> {}

/** The metadata of a form (spec section 3), texts in the requested language. `feeAmount` in cents. */
export const metadata = z.object({
  metadataId,
  /** Language of the texts (own). */
  lang: locale,
  leiKaId,
  fmsType: z.enum(formEngines),
  fmsFormId: z.string(),
  authority,
  /** The unit that the authority names, otherwise the requested one; absent without either. */
  responsibleDataProcessingUnitId: z.optional(dataProcessingUnitId),
  title: z.string(),
  description: z.string(),
  feeType,
  feeAmount: z.nullable(z.number()),
  /** Where the form decides. */
  feeFigures: z.optional(feeFigures),
  /** Words that follow an amount: what the fee depends on. */
  feeBasis: z.optional(z.string()),
  feePurpose: z.string(),
  /** A service by which people get the same in another way, for less or with another login (own). */
  otherWay: z.optional(otherWay),
  mode: loginMode,
  trustLevel,
  identificationType: z.enum(identificationTypes),
  idpIds: z.array(providerId),
  forceWelcomePage: z.boolean(),
  /** The legal basis for processing the data, which decides about the statements in the summary (own). */
  processingBasis: z.enum(processingBases),
  /** True if an account fills in nothing of the form (own). */
  unfilled: z.optional(z.boolean()),
  allowElectronicNoticeDelivery: z.boolean(),
  enableDataComparison: z.boolean(),
  isDeprecated: z.boolean(),
  draftRetentionDays: z.number(),
  downloadRetentionDays: z.number(),
  durationMinutes: z.number(),
  needed: z.array(z.string()),
  afterwards: z.string(),
});
export interface MetadataView extends z.output<typeof metadata> {}

/** A place as the lookups return it: name for people, regional key (spec section 7). */
export const place = z.object({ value: z.string(), key: areaKey });
export interface Place extends z.output<typeof place> {}

/** A login that vouches for data: the provider, how surely the person was identified, and when. */
export const dataSource = z.object({
  providerId: z.enum(loginProviderIds),
  trustLevel,
  at: isoTime,
});
export interface DataSource extends z.output<typeof dataSource> {}
