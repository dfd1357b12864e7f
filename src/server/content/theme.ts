import type { PortalTheme } from '#contract/theme.ts';

/** A theme as the server uses it; plain data, so that it can come from another thread. */
export type Theme = {
  id: string;
  /** Hash (hex) of all its parts; addresses that may be cached forever contain it. */
  version: string;
  portal: PortalTheme;
  /** Style sheet of its colours and flags. */
  css: string;
  /** Colour (#rrggbb) of the band at the top of light and of dark pages, for the frame of the window. */
  bands: { light: string; dark: string };
  /** Name of each file that the theme names, to its SVG. */
  files: Record<string, string>;
  /** Address of the header's logo as a file of its own, for other sites. */
  logo: string;
  /** PNG shown with a shared link, and its address on the portal; null without one. */
  sharePicture: { name: string; src: string; bytes: Uint8Array } | null;
};
