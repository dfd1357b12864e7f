import type { portalMachine } from '#machines/portal/portal.machine.ts';
import type { PageApi } from '../api.ts';
import { wireAccountLogout } from './account-logout.ts';
import { type SecureInput, wireBuild } from './build.ts';
import { recallPlace, storePlace, wireLocation } from './location.ts';
import { wireLogin } from './login.ts';
import { wireSearch } from './search.ts';
import { wireSession } from './session.ts';
import { watchNetwork } from './watchers.ts';

type Implementations = Parameters<typeof portalMachine.provide>[0];

/**
 * The flows that every page has, with their implementations.
 * @param secureInput resolves once reloading the page would lose no input
 * @param hasUnsaved whether reloading would lose some now
 */
export const sharedFlows = (api: PageApi, secureInput: SecureInput, hasUnsaved?: () => boolean) =>
  ({
    session: wireSession(api, hasUnsaved),
    accountLogout: wireAccountLogout(),
    login: wireLogin(api),
    location: wireLocation(api),
    search: wireSearch(api),
    build: wireBuild(secureInput),
    recallPlace,
    watchNetwork,
  }) satisfies Implementations['actors'];

/** Actions of every page when the portal requests them. */
export const sharedActions = {
  rememberPlace: (_, { place }) => storePlace(place),
} satisfies Implementations['actions'];
