import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { LoginOutcome } from '#machines/login/login.types.ts';
import { placeMachine } from '#machines/portal/place.machine.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import type { Locale } from '#machines/portal/portal.types.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { Api } from '../api.ts';
import { rememberedPlace, rememberPlace } from '../place.ts';
import { wireApplication } from './application.ts';
import { announce } from './channel.ts';
import { wireDrafts } from './drafts.ts';
import { wireLogin } from './login.ts';
import { formRules } from './rules.ts';
import { wireSession } from './session.ts';
import { watchNetwork } from './watchers.ts';

export type Portal = ActorRefFrom<typeof portalMachine>;

type Outside = {
  api: Api;
  locale: Locale;
  /** Outcome of the login this page load comes back from. */
  loginOutcome: LoginOutcome | null;
  /** The address is to name this process from now on, without a step in the history. */
  nameInAddress: (locale: Locale, processId: string) => void;
};

/** The root of all workflows with its real surroundings, started. */
export function startPortal({ api, locale, loginOutcome, nameInAddress }: Outside): Portal {
  const localeNow = (): Locale => portal.getSnapshot().context.locale;
  const portal: Portal = createActor(
    portalMachine.provide({
      actors: {
        session: wireSession(api),
        login: wireLogin(api),
        place: placeMachine.provide({
          actors: {
            searchPlaces: fromPromise(({ input, signal }) =>
              api.searchPlaceByName({ query: { name: input.name }, signal }),
            ),
          },
        }),
        application: wireApplication(api, {
          sessionOpened: () => portal.getSnapshot().children.session?.send({ type: 'session.renewed' }),
          announceProcess: (processId) => {
            portal.send({ type: 'application.named', processId });
            nameInAddress(localeNow(), processId);
          },
          waitingPage: () => hrefOf.redirect({ lang: localeNow(), wait: 'payment' }),
        }),
        drafts: wireDrafts(api),
        watchNetwork,
        completePayment: fromPromise(({ input: { result, id } }) =>
          api.completePayment({ query: { result, id } }),
        ),
      },
      actions: {
        rememberPlace: (_, { place }) => rememberPlace(localStorage, place),
        announceReturn: (_, { processId }) => announce({ type: 'payment.returned', processId }),
      },
    }),
    {
      input: {
        now: Date.now,
        locale,
        rules: formRules,
        place: rememberedPlace(localStorage),
        loginOutcome,
      },
    },
  );
  portal.start();
  return portal;
}
