import { createActor, fromPromise, waitFor } from 'xstate';
import type { Locale } from '#domain/locale.ts';
import { selectBytesSent, selectHasUnsaved } from '#machines/form/form.selectors.ts';
import type { LoginOutcome } from '#machines/login/login.types.ts';
import { type Portal, portalMachine } from '#machines/portal/portal.machine.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import type { Api } from '../api.ts';
import { wireApplication } from './application.ts';
import { ownBuild } from './build.ts';
import { announce } from './channel.ts';
import { wireDrafts } from './drafts.ts';
import { storedPlace } from './location.ts';
import { formRules } from './rules.ts';
import { sharedActions, sharedFlows } from './shared-flows.ts';

type PortalOptions = {
  api: Api;
  locale: Locale;
  /** Outcome of the login this page load comes back from. */
  loginOutcome: LoginOutcome | null;
  /** The step that the address names is not open: the address is to be put right. */
  refuseStep: () => void;
};

/** The root of all workflows with its implementations, started. */
export function startPortal({ api, locale, loginOutcome, refuseStep }: PortalOptions): Portal {
  const localeNow = (): Locale => portal.getSnapshot().context.locale;
  const portal: Portal = createActor(
    portalMachine.provide({
      actors: {
        ...sharedFlows(api, (signal, moved) => formIsSaved(portal, signal, moved)),
        application: wireApplication(api, {
          sessionEnded: (code) =>
            portal.getSnapshot().children.session?.send({ type: 'session.refused', code }),
          sessionOpened: () => {
            portal.getSnapshot().children.session?.send({ type: 'session.renewed' });
            announce({ type: 'session.renewed' });
          },
          filesLost: (count) =>
            portal.send({
              type: 'notification.raised',
              notification: { type: 'error', key: 'application:form.filesLost', params: { count } },
            }),
          announceProcess: (processId) => portal.send({ type: 'application.named', processId }),
          refuseStep,
          stepIsClosed: (why) =>
            portal.send({
              type: 'notification.raised',
              notification: { type: 'info', key: `application:closed.${why}` },
            }),
          waitingPage: () => hrefOf.redirect({ lang: localeNow(), wait: 'payment' }),
        }),
        drafts: wireDrafts(api),
        completePayment: fromPromise(({ input: { result, id } }) =>
          api.completePayment({ query: { result, id } }),
        ),
      },
      actions: {
        ...sharedActions,
        announceReturn: (_, { processId }) => announce({ type: 'payment.returned', processId }),
      },
    }),
    {
      input: {
        now: Date.now,
        locale,
        rules: formRules,
        place: storedPlace(),
        loginOutcome,
        buildId: ownBuild(),
      },
    },
  );
  portal.start();
  return portal;
}

/**
 * Ends once the form on the screen, if there is one, is saved, and with it the files on their way.
 * @param moved told whenever a part of such a file has left
 */
export async function formIsSaved(
  portal: Portal,
  signal: AbortSignal,
  moved: () => void = () => undefined,
): Promise<void> {
  const form = portal.getSnapshot().children.application?.getSnapshot().children.form;
  if (!form) return;
  let sent = selectBytesSent(form.getSnapshot());
  const watch = form.subscribe((snapshot) => {
    if (selectBytesSent(snapshot) > sent) moved();
    sent = selectBytesSent(snapshot);
  });
  try {
    await waitFor(form, (snapshot) => !selectHasUnsaved(snapshot), { signal });
  } finally {
    watch.unsubscribe();
  }
}
