import { render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type {
  HeldApplication,
  LeftAccount,
  ProviderPage,
  SessionReading,
  SessionUser,
} from '#contract/auth.ts';
import type { HandInPage } from '#contract/hand-in.ts';
import type { PaymentSettlement } from '#contract/payment.ts';
import type { Erasure, KeptOfPerson } from '#contract/person.ts';
import type { RepeatedApplication } from '#contract/repeated-application.ts';
import type { PageSettings } from '#contract/settings.ts';
import type { Locale } from '#domain/locale.ts';
import type { LoginRefusal } from '#domain/login.ts';
import type { SentStatus } from '#domain/sent-status.ts';
import { draftsMachine } from '#machines/drafts/drafts.machine.ts';
import type { ListAsked, MailChoice, PersonalArea } from '#machines/drafts/drafts.types.ts';

import { handingInMachine } from '#machines/handingIn/handingIn.machine.ts';
import type { HandInQuery } from '#machines/handingIn/handingIn.types.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import type { CardApp, LoginOutcome, LoginQuery, NamedLogin } from '#machines/login/login.types.ts';
import { ownDataMachine } from '#machines/ownData/ownData.machine.ts';
import { type Portal, portalMachine } from '#machines/portal/portal.machine.ts';
import type { PaymentReturn, Route } from '#machines/portal/portal.types.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';

import { ApplicationToolsProvider } from '../shared/application-tools.tsx';
import { hrefOf } from '../shared/paths.ts';
import { HrefProvider, LocaleProvider, PortalToolsProvider } from '../shared/portal-context.tsx';
import { SettingsProvider } from '../shared/settings-context.tsx';
import { settings } from './theme.ts';

/** Answers of the server; calls without an answer here stay pending. */
export type Service = {
  user?: () => Promise<SessionUser | null>;
  /** Applications that would be deleted with the session. */
  held?: () => Promise<readonly HeldApplication[]>;
  end?: (input: { paidConsent: boolean }) => Promise<readonly HeldApplication[]>;
  logOut?: () => Promise<LeftAccount | null>;
  lists?: () => Promise<PersonalArea>;
  seen?: (input: { id: string; status: SentStatus }) => Promise<void>;
  mails?: (input: MailChoice) => Promise<void>;
  repeat?: (input: { id: string; locale: Locale }) => Promise<RepeatedApplication>;
  handInPage?: () => Promise<HandInPage>;
  handIn?: (asked: { files: string[] }) => Promise<HandInPage>;
  handInAgain?: (asked: { id: string }) => Promise<HandInPage>;
  deletion?: (input: { id: string; paidConsent: boolean }) => Promise<void>;
  kept?: () => Promise<KeptOfPerson>;
  removal?: (input: { id: string }) => Promise<void>;
  erasure?: (input: { paidCents: number | null }) => Promise<Erasure>;
  payment?: (input: PaymentReturn) => Promise<PaymentSettlement>;
  login?: (query: LoginQuery) => Promise<ProviderPage>;
  /** Answer of the app of the online ID card. */
  cardApp?: () => Promise<CardApp>;
};

const never = () => new Promise<never>(() => undefined);

/** The moment at which these tests take place. */
export const NOW = Date.parse('2026-11-20T12:00:00Z');

/** All texts of the product in both languages, set up as in the product. */
export async function texts(language: Locale) {
  const files = import.meta.glob<Record<string, unknown>>('../../../locales/*/*.json', {
    eager: true,
    import: 'default',
  });
  const resources: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const [path, content] of Object.entries(files)) {
    const [, locale = '', namespace = ''] = /\/(\w+)\/(\w+)\.json$/.exec(path) ?? [];
    resources[locale] = { ...resources[locale], [namespace]: content };
  }
  const i18n = i18next.createInstance();
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    resources,
  });
  return i18n;
}

/** Shows a screen over the real workflows, at an address, with a server that answers as given. */
export async function showScreen(
  screen: ReactNode,
  options: {
    route: Route;
    href?: string;
    service?: Service;
    locale?: Locale;
    loginOutcome?: LoginOutcome;
    /** The login that the person returns from, where the window knows it. */
    lastLogin?: LoginQuery;
    loginRefusal?: LoginRefusal;
    /** The login that the address names. */
    namedLogin?: NamedLogin;
    onPhone?: boolean;
    logins?: PageSettings['loginProviders'];
  },
) {
  const {
    route,
    service = {},
    locale = 'de',
    loginOutcome = null,
    logins = settings.loginProviders,
  } = options;
  const announceReturn = vi.fn();
  const announceLogin = vi.fn();
  const portal: Portal = createActor(
    portalMachine.provide({
      actors: {
        session: sessionMachine.provide({
          actors: {
            readSession: fromPromise<SessionReading, undefined>(async () => ({
              user: await (service.user ?? never)(),
              sessionExpired: false,
              limits: { idleMinutes: 30, absoluteMinutes: 480 },
            })),
            reviewEnding: fromPromise<readonly HeldApplication[], { locale: Locale }>(service.held ?? never),
            eraseSession: fromPromise<readonly HeldApplication[], { locale: Locale; paidConsent: boolean }>(
              ({ input }) => (service.end ?? never)(input),
            ),
            logOut: fromPromise<LeftAccount | null, undefined>(service.logOut ?? never),
          },
        }),
        login: loginMachine.provide({
          actors: {
            requestLogin: fromPromise<ProviderPage, LoginQuery>(({ input }) =>
              (service.login ?? never)(input),
            ),
            askCardApp: fromPromise<CardApp, undefined>(service.cardApp ?? never),
          },
          actions: { announceLogin: () => announceLogin() },
        }),
        drafts: draftsMachine.provide({
          actors: {
            loadLists: fromPromise<PersonalArea, { locale: Locale; asked: ListAsked }>(
              service.lists ?? never,
            ),
            deleteDraft: fromPromise<void, { id: string; paidConsent: boolean }>(({ input }) =>
              (service.deletion ?? never)(input),
            ),
            chooseMails: fromPromise<void, MailChoice>(({ input }) => (service.mails ?? never)(input)),
            markSeen: fromPromise<void, { id: string; status: SentStatus }>(({ input }) =>
              (service.seen ?? never)(input),
            ),
            repeatApplication: fromPromise<RepeatedApplication, { id: string; locale: Locale }>(({ input }) =>
              (service.repeat ?? never)(input),
            ),
          },
        }),
        handingIn: handingInMachine.provide({
          actors: {
            loadPage: fromPromise<HandInPage, HandInQuery>(service.handInPage ?? never),
            handIn: fromPromise<HandInPage, HandInQuery & { files: string[] }>(({ input }) =>
              (service.handIn ?? never)(input),
            ),
            repeatHandIn: fromPromise<HandInPage, HandInQuery & { id: string }>(({ input }) =>
              (service.handInAgain ?? never)(input),
            ),
          },
        }),
        ownData: ownDataMachine.provide({
          actors: {
            loadKept: fromPromise<KeptOfPerson, { locale: Locale; application: string | null }>(
              service.kept ?? never,
            ),
            removeSent: fromPromise<void, { id: string }>(({ input }) => (service.removal ?? never)(input)),
            erasePerson: fromPromise<Erasure, { locale: Locale; paidCents: number | null }>(({ input }) =>
              (service.erasure ?? never)(input),
            ),
          },
          actions: { tellEnd: (_, { erasure }) => portal.send({ type: 'person.erased', erasure }) },
        }),
        completePayment: fromPromise<PaymentSettlement, PaymentReturn>(({ input }) =>
          (service.payment ?? never)(input),
        ),
      },
      actions: { announceReturn: (_, params) => announceReturn(params) },
    }),
    {
      input: {
        now: () => NOW,
        locale,
        place: null,
        loginOutcome,
        lastLogin: options.lastLogin ?? null,
        loginRefusal: options.loginRefusal ?? null,
        namedLogin: options.namedLogin ?? null,
        appCanBeAsked: !options.onPhone,
        // These screens show no form.
      },
    },
  );
  portal.start();
  portal.send({ type: 'route.entered', route, locale });
  const shown = render(
    <I18nextProvider i18n={await texts(locale)}>
      <PortalToolsProvider value={{ portal, navigate: () => undefined }}>
        <ApplicationToolsProvider
          value={{
            storeOf: () => {
              throw new Error('no form is shown here');
            },
            formShown: () => undefined,
            isLeaving: () => false,
            downloadHref: (id, file) => `/api/process/${id}/file/${file}`,
            handInReceiptHref: (id, handIn) => `/api/process/${id}/hand-in/${handIn}/receipt`,
            copyHref: '/copy',
            previewHref: (id, file) => `/api/process/${id}/upload/${file}/preview`,
          }}
        >
          <LocaleProvider value={locale}>
            <SettingsProvider value={{ ...settings, loginProviders: logins }}>
              <HrefProvider value={options.href ?? hrefOf.account(locale)}>{screen}</HrefProvider>
            </SettingsProvider>
          </LocaleProvider>
        </ApplicationToolsProvider>
      </PortalToolsProvider>
    </I18nextProvider>,
  );
  return { ...shown, portal, announceReturn, announceLogin };
}
