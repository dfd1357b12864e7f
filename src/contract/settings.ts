import type { LoginProviderId } from '#domain/login.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';
import type { PortalTheme } from './theme.ts';

/** What every page carries about the installation, for its script and for its renderer. */
export type PageSettings = {
  theme: PortalTheme;
  /** Where people can log in here, in the order of the start screen. */
  loginProviders: readonly LoginProviderId[];
  /** Ways to pay that the payment provider offers; empty where only its page knows them. */
  paymentMethods: readonly PaymentMethod[];
};

/** Element of a page that holds them as JSON. */
export const SETTINGS_ID = 'settings';
