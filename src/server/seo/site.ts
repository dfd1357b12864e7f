import type { Locale } from '#domain/locale.ts';
import type { Theme } from '#server/content/theme.ts';

/** The portal as search engines and other sites are told of it. */
export type Site = {
  /** Public address, without a slash at the end. */
  origin: string;
  name: string;
  /** Whose portal it is. */
  state: string;
  /** Address of the website that the portal belongs to; null without one. */
  website: string | null;
  /** Absolute address of the logo. */
  logo: string;
  /** Absolute address of the picture (1200 × 630) that a shared link is shown with; null without one. */
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
