import { createActor, fromPromise } from 'xstate';
import type { SessionUser } from '#contract/auth.ts';
import type { Place } from '#contract/shapes.ts';
import type { Locale } from '#domain/locale.ts';
import { buildMachine } from '#machines/build/build.machine.ts';
import { coverMachine } from '#machines/cover/cover.machine.ts';
import { keepingMachine } from '#machines/keeping/keeping.machine.ts';
import { idleWatcher } from '#machines/kit/placeholders.ts';
import { type Portal, portalMachine } from '#machines/portal/portal.machine.ts';
import { restoringMachine } from '#machines/restoring/restoring.machine.ts';
import { windowsMachine } from '#machines/windows/windows.machine.ts';
import type { Api } from '../api.ts';
import { wireApplication } from './application.ts';
import { wireEmbedded } from './embedded.ts';
import { wireSession } from './session.ts';

type ReadOnlyPortalOptions = { api: Api; locale: Locale; place: Place | null };

const never = <Output>() => fromPromise<Output, undefined>(() => new Promise(() => undefined));
const nothing = () => undefined;

/**
 * The workflows of an application on the server: they read what the page shows, write nothing and watch nothing. The
 * caller that starts it must stop it.
 */
export const createReadOnlyPortal = ({ api, locale, place }: ReadOnlyPortalOptions): Portal =>
  createActor(
    portalMachine.provide({
      actors: {
        session: wireSession(api).provide({
          actors: { watchClock: idleWatcher(), prolongSession: never<SessionUser>() },
        }),
        build: buildMachine.provide({ actors: { awaitIdle: never<void>() } }),
        windows: windowsMachine,
        keeping: keepingMachine,
        restoring: restoringMachine,
        cover: coverMachine,
        application: wireApplication(api, {
          loadFrameForm: async () => wireEmbedded(api, idleWatcher()),
          sessionOpened: nothing,
          sessionEnded: nothing,
          sessionUsed: nothing,
          filesLost: nothing,
          sent: nothing,
          announceProcess: nothing,
          refuseStep: nothing,
          stepIsClosed: nothing,
          waitingPage: () => '',
        }).provide({ actors: { watchReturn: idleWatcher(), watchTab: idleWatcher() } }),
      },
    }),
    { input: { now: Date.now, locale, place, loginOutcome: null, buildId: null } },
  );
