import * as z from 'zod';
import { identifier, localised } from './schemas.ts';
import { slugs } from './service-schema.ts';

/** Schemas of what people browse: topics, life situations, thematic portals, pages, the home page. */

const order = z.int().min(0).max(10_000);
const entry = { title: localised, teaser: localised, order };

/** `icon` names an icon of topic-drawings.ts. */
export const topicSchema = z.strictObject({ ...entry, icon: identifier });

export const lifeSituationSchema = z.strictObject({
  ...entry,
  icon: identifier,
  steps: z.array(z.strictObject({ title: localised, text: localised, services: slugs })).min(1),
});

export const portalSchema = z
  .strictObject({
    ...entry,
    /** The address of a site elsewhere; one without is a page of this portal. */
    url: z.url({ protocol: /^https?$/, error: 'an address with https:// is expected' }).optional(),
    topics: slugs,
    introduction: localised.optional(),
    /** Id of the authority that answers questions about its subject. */
    authority: identifier.optional(),
  })
  .refine(({ url, topics }) => url !== undefined || topics.length > 0, {
    path: ['topics'],
    message: 'a portal without a url needs topics',
  });

const pageSlug = z
  .string()
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/,
    'only small letters, digits and single hyphens, parts separated by slashes',
  );
export const pageSchema = z.strictObject({
  slug: z.strictObject({ de: pageSlug, en: pageSlug }),
  title: localised,
  teaser: localised,
});

export const homeSchema = z.strictObject({ frequent: slugs });
