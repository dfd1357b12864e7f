import type { PortalTheme } from '#contract/theme.ts';

/** Two colours, text on its background, as #rrggbb. */
export type Ground = { background: string; text: string };

/** The colours of theme.json, as #rrggbb in lower case. */
export type ThemeColours = {
  /** Links, selected things, icons that can be used. */
  primary: string;
  text: string;
  background: string;
  /** The narrow band with the name of the state; lines and messages in the same colour. */
  band: Ground;
  header: Ground;
  footer: Ground;
  formNavigation: Ground;
  primaryButton: Ground;
  secondaryButton: Ground;
};

/** The flags of spec section 3. */
export type ThemeFlags = {
  borderRadiusEnabled: boolean;
  uppercaseDisabled: boolean;
  linkUnderlineEnabled: boolean;
  formNavShadowEnabled: boolean;
  formNavSectionsDisabled: boolean;
  btnShadowDisabled: boolean;
};

/** A theme as the server uses it; plain data, so that it can come from another thread. */
export type Theme = {
  id: string;
  /** Hash (hex) of all its parts; addresses that may be cached forever contain it. */
  version: string;
  portal: PortalTheme;
  /** Style sheet of its colours and flags. */
  css: string;
  /** Name of each file that the theme names, to its SVG. */
  files: Record<string, string>;
  /** Address of the header's logo as a file of its own, for other sites. */
  logo: string;
  /** PNG shown with a shared link, and its address on the portal; null without one. */
  sharePicture: { name: string; src: string; bytes: Uint8Array } | null;
};
