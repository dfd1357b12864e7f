import { createContext, use } from 'react';
import type { PortalTheme } from '#contract/theme.ts';

const ThemeContext = createContext<PortalTheme | null>(null);
export const ThemeProvider = ThemeContext.Provider;

/** What the portal is called, its logos and links: settings of an administration, not texts of the product. */
export function useTheme(): PortalTheme {
  const theme = use(ThemeContext);
  if (!theme) throw new Error('ThemeProvider is missing above the screens');
  return theme;
}
