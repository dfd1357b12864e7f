import type { Interrupted } from '#domain/interruption.ts';
import type { Localised } from '#domain/locale.ts';
import type { LoginProtocol, LoginProviderId } from '#domain/login.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';
import type { PortalTheme } from './theme.ts';

/** A login of this installation, and the protocol that chooses the call which begins it. */
export type OfferedLogin = {
  id: LoginProviderId;
  type: LoginProtocol;
  /** Page on how to get an account there, if known. */
  registerUrl?: Readonly<Localised> | undefined;
  /** People stay logged in there beyond a login here. */
  keepsSession?: boolean;
  /** The account's own page, where one is configured. */
  accountUrl?: string | null;
};

/** Settings of the installation that every page carries, for its script and for its renderer. */
export type PageSettings = {
  theme: PortalTheme;
  /** The logins offered here, in the order of the start screen. */
  loginProviders: readonly OfferedLogin[];
  /** Address on the person's own device that tells whether the app of the online ID card runs; null without that login. */
  cardAppUrl: string | null;
  /** Ways to pay that the payment provider offers; empty where only its page knows them. */
  paymentMethods: readonly PaymentMethod[];
  /** Things that operators have paused, with their sentence for people. */
  pauses: Readonly<Partial<Record<Interrupted, Readonly<Localised>>>>;
  /**
   * Null where windows must not be followed in the workshop; otherwise the address of a viewer on another host that a
   * developer wants to use as well, if any.
   */
  inspection: { viewer: string | null } | null;
};

/** Element of a page that holds them as JSON. */
export const SETTINGS_ID = 'settings';
