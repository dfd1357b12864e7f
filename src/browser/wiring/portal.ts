import { createActor, fromPromise } from 'xstate';
import type { Locale } from '#domain/locale.ts';
import {
  atWork,
  selectBytesSent,
  selectHasToWrite,
  selectHasUnsaved,
  selectIsBarred,
} from '#machines/form/form.selectors.ts';
import { type Portal, portalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { selectSentHere } from '#machines/session/session.selectors.ts';
import { loadWithRetry } from '#ui/kit/load-with-retry.ts';
import { hrefOf } from '#ui/screens/shared/paths.ts';
import { watchForm } from '#ui/screens/shared/watch-form.ts';
import type { Api } from '../api.ts';
import type { Inspect } from '../inspection/inspected-key.ts';
import { isPhone } from '../phone.ts';
import { wireApplication } from './application.ts';
import { ownBuild } from './build.ts';
import { announce } from './channel.ts';
import { followSession, wireCover } from './cover.ts';
import { wireKeeping } from './keeping.ts';
import { storedPlace } from './location.ts';
import { wireRestoring } from './restoring.ts';
import { sessionHost } from './session-host.ts';
import { sharedActions, sharedFlows } from './shared-flows.ts';
import { followApplication, wireWindows } from './windows.ts';

type PortalOptions = Required<
  Pick<PortalInput, 'locale' | 'loginOutcome' | 'lastLogin' | 'loginRefusal' | 'namedLogin' | 'logoutReturn'>
> & {
  api: Api;
  /** Called when somebody did something in a frame. */
  noteSign: () => void;
  /** Called when the step that the address names is not open: the address must be corrected. */
  refuseStep: () => void;
  /** Loads the page again; nothing on it is unsaved. */
  reload: () => void;
  inspect: Inspect | undefined;
};

/** The root of all workflows with its implementations but those of single pages (page-flows.ts), started. */
export function startPortal({ api, noteSign, refuseStep, reload, inspect, ...input }: PortalOptions): Portal {
  const localeNow = (): Locale => portal.getSnapshot().context.locale;
  const sessionOpened = () => {
    portal.getSnapshot().children.session?.send({ type: 'session.renewed' });
    announce({ type: 'session.renewed' });
  };
  const portal: Portal = createActor(
    portalMachine.provide({
      actors: {
        ...sharedFlows(
          api,
          (signal, moved) => formIsSaved(portal, signal, moved),
          () => hasUnsaved(portal),
        ),
        application: wireApplication(api, {
          loadFrameForm: () =>
            loadWithRetry(async () => (await import('./frame-form.ts')).wireFrameForm(api, noteSign)),
          sessionEnded: (code) => sessionHost(portal).sessionEnded(code),
          sessionUsed: () => sessionHost(portal).sessionUsed(),
          sessionOpened,
          sent: (processId) => {
            const { session } = portal.getSnapshot().children;
            const known = session && selectSentHere(session.getSnapshot());
            if (!known?.some(({ id, submittedAt }) => id === processId && submittedAt !== null))
              sessionOpened();
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
        windows: wireWindows(api, {
          saveAll: (signal) => formIsSaved(portal, signal),
          beginAnew: () => {
            const form = formOf(portal);
            if (form && waitsForEditing(form.getSnapshot())) atWork(form).send({ type: 'editing.gained' });
            else reload();
          },
        }),
        keeping: wireKeeping(api, {
          application: () => portal.getSnapshot().children.application?.getSnapshot(),
          saveAll: (signal) => formIsSaved(portal, signal),
          logIn: (query) => portal.getSnapshot().children.login?.send({ type: 'login.requested', query }),
        }),
        restoring: wireRestoring(api, {
          application: () => portal.getSnapshot().children.application?.getSnapshot(),
          sessionOpened,
        }),
        cover: wireCover(),
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
      inspect,
      input: {
        ...input,
        now: Date.now,
        place: storedPlace(),
        appCanBeAsked: !isPhone(),
        buildId: ownBuild(),
      },
    },
  );
  followApplication(portal);
  followSession(portal);
  portal.start();
  return portal;
}

/** The form has something to save, or has not been loaded yet: stored data need not replace it. */
const waitsForEditing = (form: Parameters<typeof selectHasToWrite>[0]): boolean =>
  selectHasToWrite(form) || selectIsBarred(form);

/** The form on the screen has entries that the server does not have. */
function hasUnsaved(portal: Portal): boolean {
  const form = formOf(portal);
  return form !== undefined && selectHasUnsaved(form.getSnapshot());
}

/** The form on the screen, if any. */
const formOf = (portal: Portal) => portal.getSnapshot().children.application?.getSnapshot().children.form;

/**
 * Resolves once the form on the screen, if any, and its uploads are saved.
 * @param moved called whenever part of such a file was sent
 */
export async function formIsSaved(
  portal: Portal,
  signal: AbortSignal,
  moved: () => void = () => undefined,
): Promise<void> {
  const form = formOf(portal);
  if (!form) return;
  signal.throwIfAborted();
  let sent = selectBytesSent(form.getSnapshot());
  let end = () => {};
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp);
    const unwatch = watchForm(form, () => {
      const snapshot = form.getSnapshot();
      if (selectBytesSent(snapshot) > sent) moved();
      sent = selectBytesSent(snapshot);
      if (!selectHasToWrite(snapshot)) resolve();
    });
    const over = form.subscribe({ complete: giveUp });
    end = () => {
      unwatch();
      over.unsubscribe();
      signal.removeEventListener('abort', giveUp);
    };
  }).finally(() => end());
}
