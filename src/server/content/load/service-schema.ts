import * as z from 'zod';
import { trustLevels } from '#domain/trust-level.ts';
import { identifier, localised, localisedList } from './schemas.ts';

/** Schemas of `service.json` and of the responsibility groups. Unknown keys are faults: they are misspelt. */

const cents = z.int().min(0).max(99_999_900);
const count = z.int().min(1).max(10_000);
const webAddress = z.url({ protocol: /^https?$/, error: 'an address with https:// is expected' });

/** A list whose entries are all different. */
const distinct = <T extends z.ZodType>(entry: T) =>
  z.array(entry).superRefine((list, context) => {
    for (const [index, value] of list.entries()) {
      if (list.indexOf(value) < index) {
        context.addIssue({ code: 'custom', path: [index], message: `${String(value)} is given twice` });
      }
    }
  });
export const slugs = distinct(identifier);

const duration = z
  .strictObject({
    value: count,
    to: count.optional(),
    unit: z.enum(['minute', 'hour', 'day', 'workday', 'week', 'month', 'year']),
  })
  .refine(({ value, to }) => to === undefined || to > value, {
    path: ['to'],
    message: 'to has to be above value',
  });

/** Paid on top of another cost, never alone. */
const surcharge = z.literal(true).optional();

const cost = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('FREE'), label: localised.optional() }),
  z.strictObject({ kind: z.literal('FIXED'), amount: cents, surcharge, label: localised.optional() }),
  z
    .strictObject({
      kind: z.literal('VARIABLE'),
      from: cents.optional(),
      to: cents.optional(),
      surcharge,
      label: localised.optional(),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || to > from, {
      path: ['to'],
      message: 'to has to be above from',
    })
    .refine((cost) => cost.from !== undefined || cost.to !== undefined || cost.label !== undefined, {
      message: 'a VARIABLE cost needs from, to or a label',
    }),
]);

const responsibilities = z.array(
  z.strictObject({
    authority: identifier,
    areas: distinct(z.string()).min(1),
    /** People it is responsible for, where several authorities share an area: "Nachname A–K". */
    criterion: localised.optional(),
  }),
);

const deadlines = z.array(z.strictObject({ duration, label: localised }));

export const serviceSchema = z
  .strictObject({
    leiKaId: z.string().regex(/^\d{14}$/, '14 digits are expected'),
    title: localised,
    teaser: localised,
    /** Everyday words people search for, including abbreviations and old names. */
    keywords: localisedList,
    /** Ids of topics and life situations it belongs to, the main one first. */
    topics: slugs,
    lifeSituations: slugs.default([]),
    audience: distinct(z.enum(['citizens', 'businesses'])).min(1),
    costs: z.array(cost).default([]),
    deadlines: deadlines.default([]),
    processingTime: duration.optional(),
    responsibility: identifier.optional(),
    responsibilities: responsibilities.optional(),
    onlineLinks: z
      .array(
        z.strictObject({
          title: localised,
          /** One address, or one in each language. */
          url: z.union([webAddress, z.strictObject({ de: webAddress, en: webAddress })]),
          /** Trust level that the service requires of a login. */
          trustLevel: z.enum(trustLevels).optional(),
          areas: distinct(z.string()).min(1).optional(),
        }),
      )
      .default([]),
    localTexts: z
      .array(
        z.strictObject({
          /** Folder of its texts in `local`. */
          id: identifier,
          areas: distinct(z.string()).min(1),
          costs: z.array(cost).optional(),
          deadlines: deadlines.optional(),
          processingTime: duration.optional(),
        }),
      )
      .default([]),
    sharedService: z
      .strictObject({ partner: identifier, areas: distinct(z.string()).min(1).optional() })
      .optional(),
    links: z.array(z.strictObject({ url: webAddress, label: localised })).default([]),
    /** Slugs of services people also read. */
    related: slugs.default([]),
  })
  .refine((service) => (service.responsibility === undefined) !== (service.responsibilities === undefined), {
    path: ['responsibility'],
    message: 'either responsibility (a group) or responsibilities (its own list) is expected',
  });
export type ServiceFile = z.output<typeof serviceSchema>;

export const responsibilityGroupSchema = z.strictObject({ title: localised, responsibilities });
