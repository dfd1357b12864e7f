import type { LeftAccount, ProviderPage } from '#contract/auth.ts';
import type { LoginProviderId } from '#domain/login.ts';
import type { LogoutResult } from '#domain/logout.ts';
import type { Viewer } from '../session/session.types.ts';

export type AccountLogoutContext = {
  /** The account that was left; null before a logout. */
  providerId: LoginProviderId | null;
  /** The address at which the browser logs out at the account. */
  page: ProviderPage | null;
  result: LogoutResult | null;
};

/** This page load is the first after the window left for the account to log out there. */
export type LogoutReturn = { providerId: LoginProviderId; result: LogoutResult };
export type AccountLogoutInput = { returned: LogoutReturn | null };

export type AccountLogoutEvent =
  /** The person has logged out here, which has ended the session. */
  | {
      type: 'session.left';
      account: LeftAccount;
      /** People stay logged in there beyond a login here. */
      staysOpen: boolean;
      /** Something typed here is not saved: it would be lost with the page. */
      hasUnsaved: boolean;
    }
  | { type: 'exit.requested' }
  /** The person stays here, or came back by the browser's back button. */
  | { type: 'exit.abandoned' }
  /** Another page of the portal is opened. */
  | { type: 'page.left' }
  | { type: 'viewer.seen'; viewer: Viewer };
