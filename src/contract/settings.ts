import type { LoginProviderId } from '#domain/login.ts';
import type { PortalTheme } from './theme.ts';

/** What every page brings of the installation, for its script and for whoever renders it. */
export type PageSettings = {
  theme: PortalTheme;
  /** Where people can log in here, in the order of the start screen. */
  loginProviders: readonly LoginProviderId[];
};

/** Element of a page that holds them as JSON. */
export const SETTINGS_ID = 'settings';
