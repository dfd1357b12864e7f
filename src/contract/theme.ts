import type { Locale } from '#domain/locale.ts';

type Localised = Readonly<Record<Locale, string>>;

/** An SVG of the theme, by its address on the portal or, when small, as a data address; both lengths in CSS pixels, to keep its room free. */
export type ThemeLogo = { src: string; width: number; height: number };

/** What pages show of the theme (spec section 3, theme settings); its colours are a style sheet. */
export type PortalTheme = {
  portalName: Localised;
  /** The state or body whose portal it is. */
  stateName: Localised;
  headerTitle: Localised;
  footerTitle: Localised;
  /** Who helps with the portal and with what was sent: a number to call and an address to write to. */
  customerService: { phoneNumber: string; email: string };
  /** The website that the portal belongs to. */
  returnUrl: string | null;
  headerLogo: ThemeLogo;
  footerLogo: ThemeLogo | null;
  favicon: string;
  footerLinks: readonly { label: Localised; url: Localised }[];
  /** Whether a form shows the overview of its sections. */
  hasFormNavSections: boolean;
};
