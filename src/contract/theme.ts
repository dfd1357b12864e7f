import type { Locale } from '#domain/locale.ts';

type Localised = Readonly<Record<Locale, string>>;

/**
 * An SVG of the theme, by its address on the portal or, when small, as a data URL; both lengths in CSS pixels, to
 * reserve its space.
 */
export type ThemeLogo = { src: string; width: number; height: number };

/** Parts of the theme that pages show (spec section 3, theme settings); its colours are in a style sheet. */
export type PortalTheme = {
  portalName: Localised;
  /** Name of the state or body that owns the portal. */
  stateName: Localised;
  headerTitle: Localised;
  footerTitle: Localised;
  /** Contact for help with the portal and with sent applications: a phone number and an e-mail address. */
  customerService: { phoneNumber: string; email: string };
  /** The website that the portal belongs to. */
  returnUrl: string | null;
  headerLogo: ThemeLogo;
  footerLogo: ThemeLogo | null;
  favicon: string;
  footerLinks: readonly { label: Localised; url: Localised }[];
  /** True if a form shows the overview of its sections. */
  hasFormNavSections: boolean;
};
