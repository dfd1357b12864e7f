import { render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { vi } from 'vitest';
import { type ActorRefFrom, type AnyActorRef, createActor, fromPromise } from 'xstate';
import { followSession } from '#browser/wiring/cover.ts';
import { formStoreOf } from '#browser/wiring/form-store.ts';
import type { LeftAccount, ProviderPage, SessionReading, SessionUser } from '#contract/auth.ts';
import type { ProcessView } from '#contract/process.ts';
import type { GivenStatement, SavedProgress } from '#contract/process-calls.ts';
import type { PageSettings } from '#contract/settings.ts';
import type { MetadataView } from '#contract/shapes.ts';
import type { SummaryView } from '#contract/summary.ts';
import type { PortalTheme } from '#contract/theme.ts';
import type { Locale } from '#domain/locale.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
import { applicationMachine } from '#machines/application/application.machine.ts';
import type { ProcessQuery } from '#machines/application/application.queries.ts';
import type { ApplicationStart } from '#machines/application/application.types.ts';

import { coverMachine } from '#machines/cover/cover.machine.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import type { FormAccess, FormQuery } from '#machines/form/form.types.ts';
import type { Problem } from '#machines/kit/problem.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import type { LoginQuery } from '#machines/login/login.types.ts';
import { type Portal, portalMachine } from '#machines/portal/portal.machine.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import type { Progress, SavingQuery, Stored } from '#machines/saving/saving.types.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { Account } from '#machines/session/session.types.ts';
import { ApplicationProvider } from '../application/application-context.tsx';
import { ApplicationToolsProvider } from '../shared/application-tools.tsx';
import { hrefOf } from '../shared/paths.ts';
import { HrefProvider, LocaleProvider, PortalToolsProvider } from '../shared/portal-context.tsx';
import { SettingsProvider } from '../shared/settings-context.tsx';
import { NOW, texts } from './show-screen.tsx';
import { settings, theme } from './theme.ts';

type ById = { processId: string };
type Confirmed = ProcessQuery & {
  version: number;
  hash: string;
  statements: readonly GivenStatement[];
  wantsMails: boolean | undefined;
};
const never = () => new Promise<never>(() => undefined);

/** Answers of the server; calls without an answer here stay pending. */
export type ApplicationService = {
  process: ProcessView;
  /** The logged-in account; the session may also be anonymous while the application is not handed over. */
  account?: Account;
  form?: FormDefinition;
  data?: FormData;
  save?: (progress: Progress) => Promise<SavedProgress>;
  summary?: () => Promise<SummaryView>;
  complete?: (call: { input: Confirmed }) => Promise<ProcessView>;
  changePlace?: () => Promise<ProcessView>;
  startPayment?: () => Promise<{ redirectUrl: string | null; process: ProcessView }>;
  submit?: () => Promise<ProcessView>;
  login?: (query: LoginQuery) => Promise<ProviderPage>;
  /** Returns the user of the session; without it, the server does not answer. */
  user?: () => Promise<SessionUser | null>;
  logOut?: () => Promise<LeftAccount | null>;
  /** The logins of the installation. */
  logins?: PageSettings['loginProviders'];
  /** Things that operators have paused. */
  pauses?: PageSettings['pauses'];
  /** The beginning of the application; without it, the application is opened by its number. */
  start?: ApplicationStart;
  offer?: () => Promise<Offered>;
  /** The draft that the person may continue instead. */
  draft?: () => Promise<ProcessView | null>;
  startProcess?: () => Promise<ProcessView>;
  openAnonymousSession?: () => Promise<void>;
  navigate?: (href: string) => void;
  /** The problem for which the application is not shown. */
  refused?: Problem;
  /** Workflows beside the application. */
  beside?: Beside;
};

type Offered = { offer: MetadataView | null; areaName: string };
type Beside = { [name in 'accountLogout' | 'build' | 'keeping' | 'restoring' | 'windows']?: AnyActorRef };

/** Shows a screen of an application that was opened by the number of its process. */
export async function showApplication(
  screen: ReactNode,
  service: ApplicationService,
  changes: Partial<PortalTheme> = {},
) {
  const form = formMachine.provide({
    actors: {
      loadForm: fromPromise<FormAccess, FormQuery>(async () => ({
        form: service.form ?? null,
        data: service.data ?? {},
        version: service.process.version,
        page: null,
      })),
      saving: savingMachine.provide({
        actors: {
          saveProgress: fromPromise<SavedProgress, Progress>(({ input }) => (service.save ?? never)(input)),
          // What somebody else has stored.
          loadStored: fromPromise<Stored, SavingQuery>(async () => ({
            version: 2,
            form: service.form ?? null,
            data: service.data ?? {},
            own: false,
          })),
        },
      }),
    },
  });
  const openProviderWindow = vi.fn();
  const application = createActor(
    applicationMachine.provide({
      actors: {
        form,
        loadProcess: fromPromise<ProcessView, ById & { locale: Locale }>(async () => {
          if (service.refused) throw service.refused;
          return service.process;
        }),
        loadOffer: fromPromise(service.offer ?? never),
        findDraft: fromPromise(service.draft ?? never),
        startProcess: fromPromise(service.startProcess ?? never),
        openAnonymousSession: fromPromise(service.openAnonymousSession ?? never),
        loadSummary: fromPromise<SummaryView, ById & { locale: Locale }>(service.summary ?? never),
        completeProcess: fromPromise(service.complete ?? never),
        changePlace: fromPromise(service.changePlace ?? never),
        startPayment: fromPromise(service.startPayment ?? never),
        submitProcess: fromPromise(service.submit ?? never),
      },
      actions: { openProviderWindow },
    }),
    {
      input: {
        start: service.start ?? { kind: 'process', processId: service.process.id },
        locale: 'de',
        viewer: service.account || service.process.facts.hasUser ? 'account' : 'anonymous',
        account: service.account ?? null,
        loginOutcome: null,
      },
    },
  );
  application.start();
  const login = loginMachine.provide({
    actors: {
      requestLogin: fromPromise<ProviderPage, LoginQuery>(({ input }) => (service.login ?? never)(input)),
    },
  });
  const session = sessionMachine.provide({
    actors: {
      readSession: fromPromise<SessionReading, undefined>(async () => ({
        user: await (service.user ?? never)(),
        sessionExpired: false,
        limits: { idleMinutes: 30, absoluteMinutes: 480 },
      })),
      logOut: fromPromise<LeftAccount | null, undefined>(service.logOut ?? never),
    },
  });
  const portal = createActor(portalMachine.provide({ actors: { login, session } }), {
    input: { now: () => NOW, locale: 'de', place: null, loginOutcome: null },
  });
  portal.start();
  const covered = showing(portal, { ...service.beside, application });
  followSession(covered);
  const tools = {
    storeOf: formStoreOf,
    formShown: () => undefined,
    isLeaving: () => false,
    downloadHref: (id: string, file: string) => `/api/process/${id}/file/${file}`,
    handInReceiptHref: (id: string, handIn: string) => `/api/process/${id}/hand-in/${handIn}/receipt`,
    copyHref: '/copy',
    previewHref: (id: string, file: string) => `/api/process/${id}/upload/${file}/preview`,
  };
  const shown = render(
    <I18nextProvider i18n={await texts('de')}>
      <PortalToolsProvider value={{ portal: covered, navigate: service.navigate ?? (() => undefined) }}>
        <ApplicationToolsProvider value={tools}>
          <LocaleProvider value="de">
            <HrefProvider value={hrefOf.process('de', service.process.id)}>
              <SettingsProvider
                value={{
                  ...settings,
                  loginProviders: service.logins ?? settings.loginProviders,
                  pauses: service.pauses ?? {},
                  theme: { ...theme, ...changes },
                }}
              >
                <ApplicationProvider value={application}>
                  <Suspense>{screen}</Suspense>
                </ApplicationProvider>
              </SettingsProvider>
            </HrefProvider>
          </LocaleProvider>
        </ApplicationToolsProvider>
      </PortalToolsProvider>
    </I18nextProvider>,
  );
  return { ...shown, application, session: portal.getSnapshot().children.session!, openProviderWindow };
}

/** The portal as it is while it shows an application, which has a cover. */
function showing(
  portal: Portal,
  beside: Beside & { application: ActorRefFrom<typeof applicationMachine> },
): Portal {
  const cover = createActor(coverMachine).start();
  const seen = new WeakMap<object, object>();
  const getSnapshot = () => {
    const snapshot = portal.getSnapshot();
    const known = seen.get(snapshot) ?? {
      ...snapshot,
      children: { ...snapshot.children, cover, ...beside },
    };
    seen.set(snapshot, known);
    return known;
  };
  return new Proxy(portal, {
    get: (target, name) => {
      if (name === 'getSnapshot') return getSnapshot;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
