import { createActor } from 'xstate';
import type { Place } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import type { LoginRefusal } from '#domain/login.ts';
import type { LogoutReturn } from '#machines/accountLogout/accountLogout.types.ts';
import type { LoginOutcome, LoginQuery } from '#machines/login/login.types.ts';
import { type Portal, portalMachine } from '#machines/portal/portal.machine.ts';
import type { PageApi } from '../api.ts';
import type { Inspect } from '../inspection/inspected-key.ts';
import { isPhone } from '../phone.ts';
import { ownBuild } from './build.ts';
import { sharedActions, sharedFlows } from './shared-flows.ts';

type PublicPortalOptions = {
  locale: Locale;
  /** The place the page was rendered for. */
  place: Place | null;
  /** Outcome of the login from which this page load returned. */
  loginOutcome: LoginOutcome | null;
  /** Query of that login, if this window knows it. */
  lastLogin?: LoginQuery | null;
  /** Reason why that login does not count although it took place. */
  loginRefusal?: LoginRefusal | null;
  /** This page load is the first after the window left for the account to log out there. */
  logoutReturn?: LogoutReturn | null;
  inspect?: Inspect | undefined;
};

/** Secures nothing: input on a public page is in its address, or in fields that the browser restores. */
const nothingToSecure = () => Promise.resolve();

/** The flows of the public pages with their implementations. */
export const wirePublicPortal = (api: PageApi): typeof portalMachine =>
  portalMachine.provide({ actors: sharedFlows(api, nothingToSecure), actions: sharedActions });

/**
 * The root of all workflows for the public pages, without those of applications and drafts. Until `start()` it is
 * readable with all its children but calls and stores nothing, so that the page can be hydrated unchanged.
 */
export const createPublicPortal = (
  flows: typeof portalMachine,
  {
    locale,
    place,
    loginOutcome,
    lastLogin = null,
    loginRefusal = null,
    logoutReturn = null,
    inspect,
  }: PublicPortalOptions,
): Portal =>
  createActor(flows, {
    inspect,
    input: {
      now: Date.now,
      locale,
      place,
      loginOutcome,
      lastLogin,
      loginRefusal,
      logoutReturn,
      appCanBeAsked: !isPhone(),
      buildId: ownBuild(),
    },
  });
