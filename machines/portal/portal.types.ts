import type { ArrivalView } from '#contract/handover.ts';
import type { PaymentSettlement } from '#contract/payment.ts';
import type { Erasure } from '#contract/person.ts';
import type { Place } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import type { LoginRefusal } from '#domain/login.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import type { LogoutReturn } from '../accountLogout/accountLogout.types.ts';
import type { ApplicationStart, Beginning, Step } from '../application/application.types.ts';
import type { BuildReport } from '../build/build.types.ts';
import type { Trip } from '../handover/handover.types.ts';
import type { Problem } from '../kit/problem.ts';
import type { PlaceReport } from '../location/location.types.ts';
import type { LoginOutcome, LoginQuery, NamedLogin } from '../login/login.types.ts';

import type { Account, Seen, Viewer } from '../session/session.types.ts';

/** Data that the return from the payment provider carried. */
export type PaymentReturn = { result: string; id: string };

/** The purpose of a window between portal, login and payment. */
export type Landing = {
  /**
   * Purpose of the window: a payment, whose address another window will send; a login that the address names; the
   * return from a login; the return from a login that began at a place unknown to this browser.
   */
  way: 'payment' | 'login' | 'loginReturn' | 'loginLost';
  /** The level that the login must reach. */
  needed: TrustLevel | null;
};

/** The router's position, as far as a workflow depends on it. */
export type Route =
  | {
      screen: 'process';
      start: ApplicationStart | null;
      /** Step that the address requests to show; null when it leaves that to the workflow. */
      step: Step | null;
      /**
       * The service and the place that the application began with, if the window knows that it was without an account.
       */
      begun: Beginning | null;
    }
  | { screen: 'account'; asked?: string }
  | { screen: 'logins' }
  /** Everything that is kept of the person; with the id of a sent application that is to be removed. */
  | { screen: 'ownData'; application: string | null }
  /** Documents are handed in for a sent application. */
  | { screen: 'handIn'; processId: string }
  | { screen: 'paymentReturn'; payment: PaymentReturn }
  /** The person is between this portal and another one. */
  | { screen: 'handover'; trip: Trip }
  | { screen: 'landing'; landing: Landing }
  | { screen: 'other' };

export type PortalInput = {
  now: () => number;
  locale: Locale;
  place: Place | null;
  loginOutcome: LoginOutcome | null;
  /** The query of the login that this page load returns from, if this window knows it. */
  lastLogin?: LoginQuery | null;
  /** The reason for which that login does not count although it took place. */
  loginRefusal?: LoginRefusal | null;
  /** The login that the address names. */
  namedLogin?: NamedLogin | null;
  /** This page load is the first after the window left for the account to log out there. */
  logoutReturn?: LogoutReturn | null;
  /** Whether the app of the online ID card can run beside this browser; by default it can. */
  appCanBeAsked?: boolean;
  /** Id of the build that the page was made of; without one, the page does not look for newer builds. */
  buildId?: string | null;
};

export type PortalContext = Required<PortalInput> & {
  viewer: Viewer;
  /** The account of the viewer; null for any other viewer. */
  account: Account | null;
  /** The session, by its opaque id. */
  session: string | null;
  /** The start that the application in progress was opened with. */
  start: ApplicationStart | null;
  /** The step that its address named at that time. */
  step: Step | null;
  begun: Beginning | null;
  payment: PaymentReturn | null;
  /** The part of the lists of the personal area, as the query of their address. */
  asked: string | null;
  /** The sent application that documents are handed in for. */
  handIn: string | null;
  /** The sent application that is to be removed. */
  removal: string | null;
  /** The outcome of the deletion of everything; null before. */
  erasure: Erasure | null;
  /** Position of the person between this portal and another one, or the position before the application began. */
  trip: Trip | null;
  landing: Landing | null;
  /** State of the payment after the return, to be shown and sent to the other windows. */
  settlement: PaymentSettlement | null;
  problem: Problem | null;
};

export type PortalEvent =
  | { type: 'route.entered'; route: Route; locale: Locale }
  /** The application in progress received its process: the address names it now. */
  | { type: 'application.named'; processId: string }
  /** A hand-over has arrived: the application begins. */
  | { type: 'handover.arrived'; arrival: ArrivalView }
  /** The person has deleted everything here, and their session with it. */
  | { type: 'person.erased'; erasure: Erasure }
  | { type: 'retry.requested' }
  | { type: 'network.lost' }
  | { type: 'network.restored' }
  /** The session has a new user, no user any more, another trust level, or was recognised. */
  | ({ type: 'viewer.changed'; isErased: boolean } & Seen)
  | BuildReport
  | PlaceReport;
