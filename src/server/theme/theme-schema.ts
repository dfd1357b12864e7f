import * as z from 'zod';
import { localised } from '#server/content/load/schemas.ts';

/** theme.json: the theme settings of spec section 3. Unknown keys are faults: they are misspelt. */

const colour = z
  .string()
  .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'a colour like #1a2b3c is expected')
  .transform((value) =>
    (value.length === 4 ? value.replace(/[^#]/g, (digit) => digit + digit) : value).toLowerCase(),
  );
const ground = z.strictObject({ background: colour, text: colour });

const website = z.url({ protocol: /^https?$/, error: 'an address with https:// is expected' });
const address = z.union([website, z.string().regex(/^\/(?![/\\])\S*$/)]);
/** One address, or one in each language. */
const addresses = z
  .union([address, z.strictObject({ de: address, en: address })], {
    error: 'an address with https:// or a path of the portal like /hilfe is expected, or {"de": …, "en": …}',
  })
  .transform((url) => (typeof url === 'string' ? { de: url, en: url } : url));

const file = z
  .string()
  .regex(
    /^[a-z0-9]+([-.][a-z0-9]+)*\.svg$/,
    'the name of an SVG file beside this one is expected, e.g. logo.svg',
  );

const phoneNumber = z
  .string()
  .regex(/^\+?\d[\d /()-]{1,29}$/, 'a telephone number like +49 431 12345 or 115 is expected');

const colours = z.strictObject({
  /** Links, selected things, icons that can be used. */
  primary: colour,
  text: colour,
  background: colour,
  /** The narrow band with the name of the state; lines and messages in the same colour. */
  band: ground,
  header: ground,
  footer: ground,
  formNavigation: ground,
  primaryButton: ground,
  secondaryButton: ground,
});

export const themeSchema = z.strictObject({
  portalName: localised,
  stateName: localised,
  headerTitle: localised,
  footerTitle: localised,
  customerService: z.strictObject({ phoneNumber, email: z.email() }),
  returnUrl: website.optional(),
  logos: z.strictObject({ header: file, footer: file.optional(), favicon: file }),
  sharePicture: z
    .string()
    .regex(
      /^[a-z0-9]+([-.][a-z0-9]+)*\.png$/,
      'the name of a PNG file beside this one is expected, e.g. share.png',
    )
    .optional(),
  colours,
  /** Those of dark pages; the ones left out are derived (dark-colours.ts). */
  darkColours: colours.partial().default({}),
  flags: z.strictObject({
    borderRadiusEnabled: z.boolean(),
    uppercaseDisabled: z.boolean(),
    linkUnderlineEnabled: z.boolean(),
    formNavShadowEnabled: z.boolean(),
    formNavSectionsDisabled: z.boolean(),
    btnShadowDisabled: z.boolean(),
  }),
  footerLinks: z.array(z.strictObject({ label: localised, url: addresses })),
});
export type ThemeSettings = z.output<typeof themeSchema>;

/** Two colours, text on its background, as #rrggbb. */
export type Ground = z.output<typeof ground>;
/** The colours of theme.json, as #rrggbb in lower case. */
export type ThemeColours = ThemeSettings['colours'];
/** The flags of spec section 3. */
export type ThemeFlags = ThemeSettings['flags'];
