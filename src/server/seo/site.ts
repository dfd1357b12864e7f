import type { Locale } from '#domain/locale.ts';
import type { Theme } from '#server/content/theme.ts';

/** The portal as described to search engines and other sites. */
export type Site = {
  /** Public address, without a slash at the end. */
  origin: string;
  name: string;
  /** The state that the portal belongs to. */
  state: string;
  /** Address of the website that the portal belongs to; null without one. */
  website: string | null;
  /** Absolute address of the logo. */
  logo: string;
  /** Absolute address of the picture (1200 × 630) shown with a shared link; null without one. */
  picture: string | null;
};

/** @param origin public address of the portal */
export const siteOf = ({ portal, logo, sharePicture }: Theme, origin: string, locale: Locale): Site => ({
  origin,
  name: portal.portalName[locale],
  state: portal.stateName[locale],
  website: portal.returnUrl,
  logo: origin + logo,
  picture: sharePicture && origin + sharePicture.src,
});
