import * as z from 'zod/mini';
import { type AuthorityView, addressKinds, type ContactBox } from '#domain/authority.ts';
import type { DataSource } from '#domain/conflict.ts';
import { feeTypes } from '#domain/fee.ts';
import { formEngines } from '#domain/form-engine.ts';
import { locales } from '#domain/locale.ts';
import { identificationTypes, loginModes, loginProviderIds, providerIds } from '#domain/login.ts';
import type { OfferView } from '#domain/offer.ts';
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

const label = z.optional(z.string());

const contactBox = z.object({
  addresses: z.array(
    z.object({
      kind: z.enum(addressKinds),
      label,
      street: z.optional(z.string()),
      streetNumber: z.optional(z.string()),
      postbox: z.optional(z.string()),
      postalCode: z.string(),
      city: z.string(),
    }),
  ),
  emails: z.array(z.object({ label, email: z.string() })),
  faxes: z.array(z.object({ label, number: z.string() })),
  links: z.array(z.object({ label, url: z.string() })),
  services: z.array(z.object({ label: z.string(), url: z.string() })),
  telephones: z.array(z.object({ label, number: z.string() })),
}) satisfies z.ZodMiniType<ContactBox>;

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
  /** All ways to reach the authority. The fields above name the first of each kind. */
  contactBox,
}) satisfies z.ZodMiniType<AuthorityView>;

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
  /** Possible fees if the form decides: some amounts, from the lowest to the highest, or a price for each. */
  feeFigures: z.optional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('amounts'), amounts: z.array(z.number()) }),
      z.object({ kind: z.literal('range'), from: z.number(), to: z.number() }),
      z.object({ kind: z.literal('each'), amount: z.number() }),
    ]),
  ),
  /** The basis of the fee, as words that follow an amount. */
  feeBasis: z.optional(z.string()),
  feePurpose: z.string(),
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
}) satisfies z.ZodMiniType<OfferView>;
export type Metadata = z.output<typeof metadata>;

/** Location lookups: name for people, regional key (spec section 7). */
export const locationEntry = z.object({ value: z.string(), key: areaKey });

/** A login that vouches for data: who, how surely the person was identified, and when. */
export const dataSource = z.object({
  providerId: z.enum(loginProviderIds),
  trustLevel,
  at: isoTime,
}) satisfies z.ZodMiniType<DataSource>;
