import type { portalMachine } from '#machines/portal/portal.machine.ts';
import type { Api } from '../api.ts';
import { rememberPlace } from '../place.ts';
import { wireLocation } from './location.ts';
import { wireLogin } from './login.ts';
import { wireSession } from './session.ts';
import { watchNetwork } from './watchers.ts';

type Surroundings = Parameters<typeof portalMachine.provide>[0];

/** The flows that every page has, with their real surroundings. */
export const sharedFlows = (api: Api) =>
  ({
    session: wireSession(api),
    login: wireLogin(api),
    location: wireLocation(api),
    watchNetwork,
  }) satisfies Surroundings['actors'];

/** What every page does when the portal says so. */
export const sharedActions = {
  rememberPlace: (_, { place }) => rememberPlace(localStorage, place),
} satisfies Surroundings['actions'];
