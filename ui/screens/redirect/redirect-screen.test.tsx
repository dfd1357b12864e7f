import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PaymentSettlement } from '#contract/payment.ts';
import type { Locale } from '#domain/locale.ts';
import type { Landing } from '#machines/portal/portal.types.ts';
import { person } from '../testing/examples.ts';
import { type Service, showScreen } from '../testing/show-screen.tsx';
import { RedirectScreen } from './redirect-screen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const other = { screen: 'other' } as const;
const landing = (way: Landing['way'], needed: Landing['needed'] = null) =>
  ({ screen: 'landing', landing: { way, needed } }) as const;
const nobody = async () => null;
const back = (payment: Service['payment'], locale: Locale = 'de', user?: Service['user']) =>
  showScreen(<RedirectScreen />, {
    route: { screen: 'paymentReturn', payment: { result: 'PAYED', id: 'sign' } },
    service: { payment, user },
    locale,
  });
type Application = NonNullable<PaymentSettlement['application']>;
const application = (change: Partial<Application> = {}): Application => ({
  status: 'PAID',
  nextStep: 'submission',
  running: true,
  hasUser: true,
  ...change,
});
const answer =
  (paymentState: PaymentSettlement['paymentState'], change: Partial<PaymentSettlement> = {}) =>
  async (): Promise<PaymentSettlement> => ({
    processId: 'p1',
    paymentState,
    refundCents: 0,
    application: application(),
    ...change,
  });
const heading = () => screen.findByRole('heading', { level: 1 });
const open = (status: Application['status']) => application({ status, nextStep: 'payment', running: false });

describe('the return from the payment', () => {
  it.each([
    ['paid', 'PAID', 'Vielen Dank', 'Ihre Zahlung ist eingegangen'],
    [
      'pending',
      'PAYMENT_PENDING',
      'Zahlung noch offen',
      'Der Zahlungsdienst hat die Zahlung noch nicht bestätigt',
    ],
    ['failed', 'PAYMENT_FAILURE', 'Zahlung fehlgeschlagen', 'Beim Zahlvorgang ist ein Fehler aufgetreten.'],
    ['cancelled', 'PAYMENT_FAILURE', 'Zahlung abgebrochen', 'Der Zahlvorgang wurde abgebrochen.'],
  ] as const)('says what the provider answers: %s', async (state, status, title, text) => {
    const after = status === 'PAID' ? application() : open(status);
    const { announceReturn } = await back(answer(state, { application: after }));
    await screen.findByRole('heading', { level: 1, name: title });
    screen.getByText(text);
    expect(document.title.startsWith(`${title} – `)).toBe(true);
    expect(announceReturn).toHaveBeenCalledExactlyOnceWith({ processId: 'p1' });
  });

  const ways: [string, Partial<Application>, RegExp, string][] = [
    ['is being sent', {}, /^Sie müssen nichts mehr tun/, '/nutzerkonto'],
    [
      'is being sent without an account',
      { hasUser: false },
      /^Lassen Sie das Fenster mit Ihrem Antrag offen/,
      '/formular?id=p1',
    ],
    [
      'has been sent',
      { status: 'SUBMITTED', nextStep: 'result', running: false },
      /^Vorgangsnummer und Unterlagen finden Sie in Ihrem Bereich/,
      '/nutzerkonto',
    ],
    [
      'has been sent without an account',
      { status: 'SUBMITTED', nextStep: 'result', running: false, hasUser: false },
      /^Vorgangsnummer und Unterlagen finden Sie in dem Fenster/,
      '/formular?id=p1',
    ],
    [
      'could not be sent',
      { status: 'SUBMIT_FAILURE', running: false },
      /^Das Senden hat nicht geklappt/,
      '/formular?id=p1',
    ],
    [
      'lacks a login',
      { status: 'COMPLETED', nextStep: 'login', running: false },
      /müssen Sie sich noch anmelden/,
      '/formular?id=p1',
    ],
    [
      'lacks the choice of the notice',
      { status: 'COMPLETED', nextStep: 'notice', running: false },
      /noch wählen, wie der Bescheid kommt/,
      '/formular?id=p1',
    ],
    [
      'is being changed',
      { status: 'EDITING', nextStep: 'form', running: false },
      /noch nicht fertig ausgefüllt und bestätigt/,
      '/formular?id=p1',
    ],
    ['waits to be sent', { running: false }, /um ihn abzusenden/, '/formular?id=p1'],
  ];
  it.each(ways)('says what happens with an application that %s', async (_, change, text, href) => {
    await back(answer('paid', { application: application(change) }));
    await screen.findByText(text);
    expect(screen.getByRole('link').getAttribute('href')).toBe(href);
    const isSent = change.status === 'SUBMITTED' || change.running !== false;
    expect(screen.queryByText('Ihr Antrag ist noch nicht gesendet') === null).toBe(isSent);
  });

  it.each([
    ['is being sent', {}, /^Sie müssen nichts mehr tun/],
    [
      'waits for the payment',
      { status: 'PAYMENT_PENDING', nextStep: 'payment', running: false },
      /senden wir ihn von selbst ab/,
    ],
    [
      'is not sent',
      { status: 'PAYMENT_FAILURE', nextStep: 'payment', running: false },
      /mit dem Ende der Sitzung gelöscht/,
    ],
  ] as const)(
    'leads nowhere when the session of an application without an account is over: it %s',
    async (_, change, text) => {
      await back(answer('paid', { application: application({ hasUser: false, ...change }) }), 'de', nobody);
      await screen.findByText(text);
      screen.getByText(/Die Sitzung zu diesem Antrag gibt es in diesem Browser nicht mehr/);
      expect(screen.queryByRole('link')).toBeNull();
    },
  );

  it('that failed sends back to the window with the application first, which alone may change it', async () => {
    await back(answer('failed', { application: open('PAYMENT_FAILURE') }));
    const close = await screen.findByRole('button', { name: 'Fenster schließen' });
    const openHere = screen.getByRole('link', { name: 'Antrag öffnen' });
    expect(close.compareDocumentPosition(openHere)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('of an attempt that failed beside another that was paid asks nobody to pay again', async () => {
    await back(answer('failed'));
    await screen.findByText('Ihr Antrag wird jetzt gesendet');
    expect(screen.queryByText(/noch einmal zahlen/)).toBeNull();
  });

  it('says that money which pays nothing comes back, how much, and who returns it', async () => {
    await back(answer('paid', { refundCents: 6000, application: open('PAYMENT_PENDING') }));
    await screen.findByRole('heading', { level: 1, name: 'Ihr Geld wird erstattet' });
    screen.getByText(
      /60,00\s€ bestätigt.*Der Betreiber dieses Portals gibt es über den Zahlungsdienst zurück/,
    );
    expect(screen.queryByText('Vielen Dank')).toBeNull();
  });

  it('of an application that is gone leads nowhere and says so', async () => {
    await back(answer('paid', { refundCents: 6000, application: null }));
    await screen.findByText('Diesen Antrag gibt es nicht mehr');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('asks the provider whatever the address claims, and waits for the answer', async () => {
    const payment = vi.fn(() => new Promise<never>(() => undefined));
    const { portal, announceReturn } = await back(payment);
    expect((await heading()).textContent).toBe('Wir prüfen Ihre Zahlung');
    // The router reports the first address twice.
    const payload = { result: 'PAYED', id: 'sign' };
    portal.send({
      type: 'route.entered',
      route: { screen: 'paymentReturn', payment: payload },
      locale: 'de',
    });
    expect(payment).toHaveBeenCalledExactlyOnceWith({ result: 'PAYED', id: 'sign' });
    expect(announceReturn).not.toHaveBeenCalled();
  });

  it('takes the focus with its outcome, so that it is read out', async () => {
    await back(answer('paid'));
    const title = await screen.findByRole('heading', { name: 'Vielen Dank' });
    expect(document.activeElement).toBe(title);
  });

  it('leads back in English, too', async () => {
    await back(answer('paid'), 'en');
    await screen.findByText('Your payment has been received');
    await screen.findByText('Your application is being sent now');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/en/account');
  });

  it('asks an open payment again on demand', async () => {
    const payment = vi
      .fn(answer('paid'))
      .mockImplementationOnce(answer('pending', { application: open('PAYMENT_PENDING') }));
    await back(payment);
    await userEvent.click(await screen.findByRole('button', { name: 'Noch einmal nachfragen' }));
    await screen.findByText('Ihre Zahlung ist eingegangen');
  });

  it('when the provider cannot be asked, nothing is lost and it can be asked again', async () => {
    const payment = vi.fn(answer('paid')).mockRejectedValueOnce({ code: 'payment-unavailable' });
    const { announceReturn } = await back(payment);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Wir fragen von selbst weiter nach');
    expect(announceReturn).toHaveBeenCalledExactlyOnceWith({ processId: null });
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal nachfragen' }));
    await screen.findByText('Ihre Zahlung ist eingegangen');
  });

  it('a forged or expired address changes nothing and says so', async () => {
    await back(() => Promise.reject({ code: 'not-found' }));
    await screen.findByText('Diese Adresse gehört zu keiner Zahlung');
    expect(screen.queryByRole('button', { name: 'Noch einmal nachfragen' })).toBeNull();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/nutzerkonto');
  });
});

it('a window that waits for the payment page says so', async () => {
  await showScreen(<RedirectScreen />, { route: landing('payment') });
  expect((await heading()).textContent).toBe('Sie werden zur Zahlung weitergeleitet');
});

it('a browser that does not close the window leaves nobody wondering', async () => {
  const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
  await showScreen(<RedirectScreen />, { route: other });
  await userEvent.click(await screen.findByRole('button', { name: 'Fenster schließen' }));
  expect(close).toHaveBeenCalledOnce();
  await screen.findByText('Ihr Browser erlaubt das nicht. Bitte schließen Sie das Fenster selbst.');
});

describe('the login in a window of its own', () => {
  const query = { providerId: 'nkb', redirect: '/redirect?lang=de&done=login', forceNew: true };

  it('that a click in the portal opened is handed over to the provider and comes back to this page', async () => {
    const login = vi.fn(() => new Promise<never>(() => undefined));
    await showScreen(<RedirectScreen />, {
      route: landing('login'),
      service: { login },
      namedLogin: { query, isChosen: true },
    });
    expect((await heading()).textContent).toBe('Sie werden zum Bürgerkonto weitergeleitet');
    await waitFor(() => expect(login).toHaveBeenCalledWith(query));
  });

  it('that any other link names is asked for first, and begins with a click', async () => {
    const login = vi.fn(() => new Promise<never>(() => undefined));
    await showScreen(<RedirectScreen />, {
      route: landing('login'),
      service: { login },
      namedLogin: { query, isChosen: false },
    });
    expect((await heading()).textContent).toBe('Mit dem Bürgerkonto anmelden?');
    expect(login).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Mit dem Bürgerkonto anmelden' }));
    expect(login).toHaveBeenCalledExactlyOnceWith(query);
    expect((await heading()).textContent).toBe('Sie werden zum Bürgerkonto weitergeleitet');
  });

  it('says what it changes for who is here', async () => {
    const shown = { route: landing('login'), namedLogin: { query, isChosen: false } } as const;
    await showScreen(<RedirectScreen />, {
      ...shown,
      service: { user: async () => person() },
    });
    await screen.findByText(/^Sie sind hier als Petra Lindemann angemeldet/);
    cleanup();
    const anonymous = { ...person(), person: null, providerType: 'pseudo', providerId: 'anon' } as const;
    await showScreen(<RedirectScreen />, {
      ...shown,
      service: { user: async () => ({ ...anonymous, transient: true }) },
    });
    await screen.findByText(/^Sie haben hier etwas ohne Konto begonnen/);
  });

  it('that nobody knows is not asked for', async () => {
    await showScreen(<RedirectScreen />, {
      route: landing('login'),
      namedLogin: { query: { ...query, providerId: 'evil' }, isChosen: false },
    });
    expect((await heading()).textContent).toBe('Sie können dieses Fenster schließen');
  });

  it('can be tried again when the provider cannot be reached', async () => {
    const login = vi.fn<NonNullable<Service['login']>>(() => new Promise(() => undefined));
    login.mockRejectedValueOnce({ code: 'network' });
    await showScreen(<RedirectScreen />, {
      route: landing('login'),
      service: { login },
      namedLogin: { query, isChosen: true },
    });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Beim Login ist ein Fehler aufgetreten.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
    expect(login).toHaveBeenCalledTimes(2);
  });

  it('tells the window that waits when it has worked', async () => {
    const { announceLogin } = await showScreen(<RedirectScreen />, {
      route: landing('loginReturn'),
      loginOutcome: 'SUCCESS',
    });
    expect((await heading()).textContent).toBe('Sie sind wieder angemeldet');
    expect(announceLogin).toHaveBeenCalledOnce();
  });

  it.each([
    ['CANCEL', 'Sie haben die Anmeldung abgebrochen'],
    ['ERROR', 'Die Anmeldung hat nicht geklappt'],
  ] as const)('that ended with %s tells nobody and can be tried again', async (loginOutcome, title) => {
    const login = vi.fn(() => new Promise<never>(() => undefined));
    const { announceLogin } = await showScreen(<RedirectScreen />, {
      route: landing('loginReturn', 'high'),
      service: { login },
      loginOutcome,
    });
    expect((await heading()).textContent).toBe(title);
    expect(announceLogin).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
    expect(login).toHaveBeenCalledExactlyOnceWith({
      providerId: 'nkb',
      redirect: '/redirect?lang=de&trustLevel=high&done=login',
      forceNew: false,
      trustLevel: 'high',
    });
    expect((await heading()).textContent).toBe('Sie werden zum Bürgerkonto weitergeleitet');
  });
});

describe('a login that got lost', () => {
  it('leads to the login', async () => {
    await showScreen(<RedirectScreen />, { route: landing('loginLost'), service: { user: nobody } });
    expect((await heading()).textContent).toBe('Die Anmeldung ließ sich nicht abschließen');
    expect(screen.getByRole('link', { name: 'Zur Anmeldung' }).getAttribute('href')).toBe('/nutzerkonto');
  });

  it('is no failure for who is logged in', async () => {
    await showScreen(<RedirectScreen />, {
      route: landing('loginLost'),
      service: { user: async () => person() },
    });
    await screen.findByText(/Sie sind als Petra Lindemann angemeldet und können weitermachen/);
    screen.getByRole('link', { name: 'Zu meinem Bereich' });
  });
});
