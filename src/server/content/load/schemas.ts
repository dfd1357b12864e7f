import * as z from 'zod';
import { addressKinds } from '#domain/authority.ts';
import { feeTypes } from '#domain/fee.ts';
import { formEngines } from '#domain/form-engine.ts';
import type { Localised } from '#domain/locale.ts';
import { identificationTypes, loginModes, providerIds } from '#domain/login.ts';
import { processingBases } from '#domain/statement.ts';
import { trustLevels } from '#domain/trust-level.ts';
import { openingHours } from '#forms/rules/opening-hours.ts';
import type { JsonLogic } from '#forms/types.ts';
import { hoursInBothLanguages } from '../hours-in-words.ts';
import { submissionSchemas } from './submission-schemas.ts';

/** Schemas of the files an administration edits. Unknown keys are faults: they are misspelt. */

export const text = z.string().trim().min(1);
export const localised = z.strictObject({ de: text, en: text });
export const localisedList = z.strictObject({ de: z.array(text), en: z.array(text) });
const days = z.int().min(1).max(3650);
const jsonLogic = z.custom<JsonLogic>((value) => value !== undefined, 'a JSONLogic rule is expected');

/** XBezahldienste 1.2: purpose of up to 27 characters: letters without umlauts, digits, blanks, hyphens. */
const purpose = z
  .string()
  .regex(/^[A-Za-z0-9 -]{1,27}$/, 'at most 27 letters (no umlauts), digits, blanks or hyphens');

const unitId = z
  .string()
  .regex(/^[\w.:-]{1,100}$/, 'at most 100 letters, digits, underscores, dots, colons or hyphens');

/** XBezahldienste 1.2: endPointId. */
const endPointId = z.string().regex(/^[\w-]{1,36}$/, 'at most 36 letters, digits, underscores or hyphens');

export const identifier = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'only small letters, digits and single hyphens');

const openingHoursRules = z
  .string()
  .refine(
    (rules) => openingHours(rules) !== undefined,
    'hours such as Mo-Fr 08:00-12:00; Th 14:00-18:00 are expected, or words in both languages',
  );

const label = localised.optional();
const https = z.url({ protocol: /^https$/ });
const postalCode = z.string().regex(/^\d{5}$/, '5 digits are expected');
const hasHouseOrBox = ({ street, postbox }: { street?: string | undefined; postbox?: string | undefined }) =>
  street !== undefined || postbox !== undefined;

/** Slugs of the services that a way is for; left out of a way for all. */
const only = z.array(text).nonempty().optional();

/** Further ways to reach an authority. */
const contactBox = z.strictObject({
  addresses: z
    .array(
      z
        .strictObject({
          kind: z.enum(addressKinds),
          label,
          street: text.optional(),
          streetNumber: text.optional(),
          postbox: text.optional(),
          postalCode,
          city: text,
        })
        .refine(hasHouseOrBox, { path: ['street'], message: 'an address has a street or a postbox' }),
    )
    .optional(),
  emails: z.array(z.strictObject({ label, for: only, email: z.email() })).optional(),
  faxes: z.array(z.strictObject({ label, for: only, number: text })).optional(),
  links: z.array(z.strictObject({ label, for: only, url: https })).optional(),
  services: z.array(z.strictObject({ label: localised, for: only, url: https })).optional(),
  telephones: z.array(z.strictObject({ label, for: only, number: text })).optional(),
});

/** Keys that only recipients of applications need are optional here; metadata.ts requires them. */
export const authoritySchema = z
  .strictObject({
    id: identifier,
    name: localised,
    contactPerson: text.optional(),
    street: text.optional(),
    streetNumber: text.optional(),
    postbox: text.optional(),
    postalCode,
    city: text,
    phoneNumber: text.optional(),
    fax: text.optional(),
    email: z.email().optional(),
    website: https.optional(),
    /** In the notation of forms (opening-hours.ts), from which the words are made; or words alone. */
    openingHours: z.union([openingHoursRules, localised]).optional(),
    /** Words that follow the hours, such as "nach Vereinbarung auch länger". */
    openingHoursNote: localised.optional(),
    contactBox: contactBox.optional(),
    /** The unit in it that processes the data of applications, where it has several. */
    responsibleDataProcessingUnitId: unitId.optional(),
    /** Address at the delivery service (FIT-Connect destination id, UUID). */
    destinationId: z.uuidv4().optional(),
    /** The payee at the payment provider (XBezahldienste endPointId). */
    paymentEndPointId: endPointId.optional(),
  })
  .refine(hasHouseOrBox, {
    path: ['street'],
    message: 'an authority has a street or a postbox',
  })
  .refine((it) => it.openingHoursNote === undefined || typeof it.openingHours === 'string', {
    path: ['openingHoursNote'],
    message: 'a note follows hours in the notation "Mo-Fr 08:00-12:00"; words say everything themselves',
  })
  .transform(({ openingHours: hours, openingHoursNote, ...authority }) => {
    const rules = typeof hours === 'string' ? hours : undefined;
    const inWords = typeof hours === 'string' ? hoursInBothLanguages(hours, openingHoursNote) : hours;
    // What is not known is absent: a key without a value would show in answers.
    const known: { opens?: string; openingHours?: Localised } = {
      ...(rules !== undefined && { opens: rules }),
      ...(inWords && { openingHours: inWords }),
    };
    return { ...authority, ...known };
  });

const settings = z.strictObject({
  title: localised,
  description: localised,
  fmsType: z.enum(formEngines),
  feeType: z.enum(feeTypes),
  /** Cents; null when a rule or the form determines the fee. */
  feeAmount: z.int().min(0).max(99_999_900).nullable(),
  /** JSONLogic that returns cents: over the form's values (VARIABLE), or over facts of the process (…BY_PROCESS…). */
  feeRule: jsonLogic.optional(),
  /** FORMIO, for a fee BY_FORM: key of the field in which the form calculates it, in euros. */
  feeField: text.optional(),
  /** Circumstance that a fee by a rule depends on, worded to follow an amount: "je nach Geltungsdauer". */
  feeBasis: localised.optional(),
  /** Purpose of the fee, shown on the payment page. */
  feePurpose: z.strictObject({ de: purpose, en: purpose }),
  /** A service by which people get the same for less, and words that say so. */
  otherWay: z.strictObject({ service: identifier, text: localised }).optional(),
  mode: z.enum(loginModes),
  trustLevel: z.enum(trustLevels),
  identificationType: z.enum(identificationTypes),
  idpIds: z.array(z.enum(providerIds)).min(1),
  forceWelcomePage: z.boolean(),
  allowElectronicNoticeDelivery: z.boolean(),
  enableDataComparison: z.boolean(),
  /** Legal basis of the processing; decides which statement the person makes in the summary. */
  processingBasis: z.enum(processingBases),
  isDeprecated: z.boolean(),
  /** Whole days for which a draft is stored after the last change. */
  draftRetentionDays: days,
  /** Whole days for which the downloads are stored after submission. */
  downloadRetentionDays: days,
  /** Whole days for which a sent application is listed in the personal area, without its data after the downloads. */
  sentRetentionDays: days,
  /** Whole days after sending in which promised documents are due; without it, people are told no day. */
  handInDays: days.optional(),
  /** Minutes it takes to fill in, for the start screen. */
  durationMinutes: z.int().min(1).max(600),
  /** Things to have at hand, for the start screen. */
  needed: localisedList,
  /** Formats of the data that authorities take, best first (submission-schemas.ts); without them, the portal's own. */
  submissionSchemas: submissionSchemas.optional(),
  /** Next steps after submission and their duration, for the result page. */
  afterwards: localised,
  /** How what was applied for, or the decision, reaches people: it follows `afterwards`. */
  arrival: localised,
});
export type Settings = z.output<typeof settings>;

const offer = settings
  .omit({ fmsType: true, submissionSchemas: true })
  .partial()
  .extend({
    authority: identifier,
    areas: z.array(z.string()).min(1),
  });
export type Offer = z.output<typeof offer>;

export const metadataSchema = settings.extend({ offers: z.array(offer).min(1) });

/** German text to English text. */
export const translationSchema = z.record(z.string(), z.string().trim().min(1));
