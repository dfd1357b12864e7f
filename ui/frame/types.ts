import type { ThemeLogo } from '#contract/theme.ts';
import type { Locale } from '#domain/locale.ts';

export type FrameLink = { href: string; label: string; current?: boolean };

/** One language of the portal: its own name, and the address of the current page in it. */
export type LanguageLink = {
  code: Locale;
  name: string;
  /** The page in that language. */
  href: string;
  /** Address of the switch: the page, and the choice of its language. */
  choice: string;
  current: boolean;
};

/** Data about the portal that the frame of a page needs; texts already in the reader's language. */
export type FrameProps = {
  /** Theme settings (spec section 3): the state it belongs to, titles, logos. */
  portal: {
    state: string;
    headerTitle: string;
    footerTitle: string;
    headerLogo: ThemeLogo;
    footerLogo: ThemeLogo | null;
  };
  home: string;
  navigation: readonly FrameLink[];
  languages: readonly LanguageLink[];
  /** Imprint, privacy, accessibility, and the links of the theme. */
  footerLinks: readonly FrameLink[];
  /** Links that are required on every page: report a barrier, easy language, sign language. */
  access: { reportBarrier: string; easyLanguage: string; signLanguage: string };
};
