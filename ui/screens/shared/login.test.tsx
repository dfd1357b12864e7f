import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LoginProviderId } from '#domain/login.ts';
import type { LoginQuery } from '#machines/login/login.types.ts';
import { provideDialogs } from '../testing/dialogs.ts';
import { person } from '../testing/examples.ts';
import { type Service, showScreen } from '../testing/show-screen.tsx';
import { LoginOutcomeAlert } from './login-outcome-alert.tsx';
import { Messages } from './messages.tsx';
import { PortalLayout } from './portal-layout.tsx';

beforeAll(provideDialogs);
afterEach(cleanup);

type Options = Omit<Parameters<typeof showScreen>[1], 'route'>;
const nobody: Service = { user: async () => null };
const never = () => new Promise<never>(() => undefined);
const queryAt = (providerId: LoginProviderId): LoginQuery => ({ providerId, redirect: '/suche?q=hund' });

/** Shows a page with all its surroundings. */
const show = (options: Options = {}) =>
  showScreen(
    <>
      <PortalLayout title="Suche">
        <h1>Suche</h1>
      </PortalLayout>
      <Messages />
    </>,
    { route: { screen: 'other' }, href: '/suche?q=hund', service: nobody, ...options },
  );
const both: Options['logins'] = ['nkb', 'elster'].map((id) => ({ id: id as LoginProviderId, type: 'saml2' }));
const withCard: Options['logins'] = [
  { id: 'nkb', type: 'saml2' },
  { id: 'eid', type: 'oidc' },
];
/** The header has the account bar twice, for narrow and for wide windows. */
const bar = () => within(screen.getByRole('banner'));

describe('the account bar', () => {
  it('offers the choice between the logins that are configured, and says whom each is for', async () => {
    const login = vi.fn(never);
    await show({ logins: both, service: { ...nobody, login } });
    const [menu] = bar()
      .getAllByRole('group', { hidden: true })
      .filter((it) => it.matches('.sp-menu--login'));
    const links = within(menu!).getAllByRole('link', { hidden: true });
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'BürgerkontoKonto des Landes für Privatpersonen',
      'UnternehmenskontoKonto für Unternehmen, Vereine und Selbstständige',
    ]);
    // Without scripts, the link leads to the page that explains both.
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/nutzerkonto', '/nutzerkonto']);
    await userEvent.click(links[1]!);
    expect(login).toHaveBeenCalledExactlyOnceWith({ providerId: 'elster', redirect: '/suche?q=hund' });
  });

  it('has one button where there is one login, and none where there is none', async () => {
    await show();
    expect(bar().getAllByRole('link', { name: 'Anmelden' })).not.toEqual([]);
    expect(bar().queryByText('Konto des Landes für Privatpersonen')).toBeNull();
    cleanup();
    await show({ logins: [] });
    expect(bar().queryByText('Anmelden')).toBeNull();
  });
});

describe('the personal area', () => {
  const shortcuts = () =>
    bar()
      .queryAllByRole('link', { name: 'Mein Bereich' })
      .filter((link) => !link.closest('details'));

  it('is one tap away for people who have something there', async () => {
    await show({ service: { user: async () => person() } });
    await waitFor(() =>
      expect(shortcuts().map((link) => link.getAttribute('href'))).toEqual(['/nutzerkonto']),
    );
  });

  it('takes no room in the header for anybody else', async () => {
    await show();
    expect(shortcuts()).toEqual([]);
  });
});

describe('a login that succeeded', () => {
  const greeted = { name: 'Zu meinen Entwürfen und Anträgen' };

  it('leads to the drafts that wait, from whichever page it began on', async () => {
    await show({ loginOutcome: 'SUCCESS', service: { user: async () => person() } });
    await screen.findByText('Sie sind als Petra Lindemann angemeldet');
    expect(screen.getByRole('link', greeted).getAttribute('href')).toBe('/nutzerkonto');
  });
});

describe('the login by online ID card', () => {
  const open = async (options: Options = {}) => {
    const login = vi.fn(never);
    await show({ logins: withCard, ...options, service: { ...nobody, login, ...options.service } });
    await userEvent.click(bar().getAllByRole('link', { name: /^Online-Ausweis/ })[0]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Mit dem Online-Ausweis anmelden' }));
    return { login, dialog };
  };
  const press = (dialog: ReturnType<typeof within>, name: string) =>
    userEvent.click(dialog.getByRole('button', { name }));

  it('asks the person to check, and the app only on their click', async () => {
    const cardApp = vi.fn(async () => 'running' as const);
    const { login, dialog } = await open({ service: { cardApp } });
    dialog.getByText(/sechsstellige PIN/);
    dialog.getByText('Die AusweisApp läuft auf diesem Gerät.');
    expect([cardApp, login].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    await press(dialog, 'Prüfen und weiter');
    await waitFor(() => expect(login).toHaveBeenCalledExactlyOnceWith(queryAt('eid')));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says to start the app when it does not run, and asks again', async () => {
    const cardApp = vi.fn(async () => 'running' as const);
    cardApp.mockResolvedValueOnce('notRunning' as never);
    const { login, dialog } = await open({ service: { cardApp } });
    await press(dialog, 'Prüfen und weiter');
    await dialog.findByText(/Bitte starten Sie die AusweisApp/);
    expect(login).not.toHaveBeenCalled();
    await press(dialog, 'Noch einmal prüfen');
    await waitFor(() => expect(login).toHaveBeenCalledOnce());
  });

  it.each([
    ['nothing can be found out', () => Promise.reject(new Error('unknown')), 'Weiter'],
    ['the app seems not to run', async () => 'notRunning' as const, 'Trotzdem weiter'],
  ])('goes on when %s', async (_, cardApp, label) => {
    const { login, dialog } = await open({ service: { cardApp } });
    await press(dialog, 'Prüfen und weiter');
    await userEvent.click(await dialog.findByRole('button', { name: label }));
    expect(login).toHaveBeenCalledExactlyOnceWith(queryAt('eid'));
  });

  it('on a phone asks nothing and says where the app comes from', async () => {
    const cardApp = vi.fn(async () => 'running' as const);
    const { login, dialog } = await open({ onPhone: true, service: { cardApp } });
    dialog.getByText(/installiert/);
    expect(dialog.getByRole('link', { name: 'bei Google Play' }).getAttribute('href')).toContain(
      'governikus',
    );
    await press(dialog, 'Weiter');
    expect([cardApp.mock.calls.length, login.mock.calls.length]).toEqual([0, 1]);
  });

  it('can be left at any time', async () => {
    const { login, dialog } = await open();
    await press(dialog, 'Abbrechen');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(login).not.toHaveBeenCalled();
  });

  it('that is closed with Escape does not go on, whatever its buttons are', async () => {
    const { login, dialog } = await open({ service: { cardApp: async () => 'notRunning' } });
    await press(dialog, 'Prüfen und weiter');
    await dialog.findByRole('button', { name: 'Trotzdem weiter' });
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(login).not.toHaveBeenCalled();
  });
});

describe('coming back', () => {
  it('is confirmed with the name and the level, in a region that is read', async () => {
    await show({ loginOutcome: 'SUCCESS', service: { user: async () => person({ trustLevel: 'high' }) } });
    const told = await screen.findByText('Sie sind als Petra Lindemann angemeldet');
    expect(told.closest('[role=status]')?.textContent).toContain('Vertrauensniveau: hoch');
  });

  it('after cancelling is told calmly, once, and can be done otherwise', async () => {
    await show({ loginOutcome: 'CANCEL', lastLogin: queryAt('nkb'), logins: both });
    const title = await screen.findByText('Sie haben die Anmeldung abgebrochen');
    const alert = title.closest<HTMLElement>('.kern-alert')!;
    // The message is read because it has the focus, not a second time as a live region.
    await waitFor(() => expect(document.activeElement).toBe(alert));
    expect(alert.getAttribute('role')).toBeNull();
    expect(within(alert).getByRole('link', { name: 'Andere Anmeldung wählen' }).getAttribute('href')).toBe(
      '/nutzerkonto',
    );
  });

  it('in an application is spoken by itself, because the heading of the step takes the focus', async () => {
    await showScreen(<LoginOutcomeAlert entries />, {
      route: { screen: 'other' },
      service: nobody,
      loginOutcome: 'CANCEL',
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Sie haben die Anmeldung abgebrochen');
  });

  it('after a failure tries the same login again', async () => {
    const login = vi.fn(never);
    const lastLogin = { ...queryAt('nkb'), trustLevel: 'high' } as const;
    await show({ loginOutcome: 'ERROR', lastLogin, service: { ...nobody, login } });
    await screen.findByText('Beim Login ist ein Fehler aufgetreten. Bitte versuchen Sie es noch einmal.');
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
    expect(login).toHaveBeenCalledExactlyOnceWith(lastLogin);
  });

  it('does not offer to repeat what this window does not know', async () => {
    await show({ loginOutcome: 'ERROR' });
    await screen.findByText(/Fehler aufgetreten/);
    expect(screen.queryByRole('button', { name: 'Noch einmal versuchen' })).toBeNull();
  });

  it('names the company that the person acts for, here and to the application', async () => {
    const user = async () => person({ company: 'Fischerei Lindemann KG' });
    const { portal } = await show({ loginOutcome: 'ERROR', service: { user } });
    await screen.findByText('Sie sind weiter als Petra Lindemann für Fischerei Lindemann KG angemeldet.');
    expect(portal.getSnapshot().context.account).toMatchObject({ company: 'Fischerei Lindemann KG' });
  });

  it('after a failed step up says that the person is still logged in', async () => {
    await show({ loginOutcome: 'ERROR', service: { user: async () => person() } });
    await screen.findByText('Sie sind weiter als Petra Lindemann angemeldet.');
    expect(screen.queryByText(/ohne Anmeldung/)).toBeNull();
  });

  it.each([
    ['answered-from-memory', 'Das Konto hat Sie nicht neu angemeldet', /Melden Sie sich dort bitte ab/],
    ['other-person', 'Das war ein anderes Konto oder ein anderer Ausweis', /mit dem Sie ihn begonnen haben/],
  ] as const)('that does not count says why, and what to do: %s', async (loginRefusal, title, text) => {
    const login = vi.fn(never);
    const lastLogin = { ...queryAt('nkb'), processId: 'p1' };
    await show({
      loginOutcome: 'ERROR',
      loginRefusal,
      lastLogin,
      service: { user: async () => person(), login },
    });
    const told = await screen.findByText(title);
    screen.getByText(text);
    await screen.findByText('Sie sind weiter als Petra Lindemann angemeldet.');
    expect(screen.queryByText(/Fehler aufgetreten/)).toBeNull();
    expect(document.activeElement?.contains(told), 'it is read').toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
    expect(login).toHaveBeenCalledExactlyOnceWith(lastLogin);
  });

  it('at too low a level says which one is needed, and offers exactly that', async () => {
    const login = vi.fn(never);
    const lastLogin = { ...queryAt('nkb'), trustLevel: 'high' } as const;
    await show({
      loginOutcome: 'ERROR',
      loginRefusal: 'level-too-low',
      lastLogin,
      service: { ...nobody, login },
    });
    await screen.findByText('Das Vertrauensniveau dieser Anmeldung reicht nicht aus');
    screen.getByText(/Nötig ist das Niveau „hoch“\. Dafür brauchen Sie/);
    await userEvent.click(screen.getByRole('button', { name: 'Mit Niveau „hoch“ anmelden' }));
    expect(login).toHaveBeenCalledExactlyOnceWith(lastLogin);
  });

  it('is forgotten on the next page', async () => {
    const { portal } = await show({ loginOutcome: 'ERROR' });
    await screen.findByText(/Fehler aufgetreten/);
    portal.getSnapshot().children.login?.send({ type: 'page.left' });
    await waitFor(() => expect(screen.queryByText(/Fehler aufgetreten/)).toBeNull());
  });
});

describe('a login that cannot begin', () => {
  const choose = async (code: string) => {
    const login = vi.fn<NonNullable<Service['login']>>(() => Promise.reject({ code }));
    await show({ service: { ...nobody, login } });
    await userEvent.click(bar().getAllByRole('link', { name: 'Anmelden' })[0]!);
    await screen.findByText(/Fehler aufgetreten/);
    return login;
  };

  it('is told where the person is, and can be tried again', async () => {
    const login = await choose('login-failed');
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
    expect(login).toHaveBeenCalledTimes(2);
  });

  it('because it is not offered any more leads to what is offered now', async () => {
    await choose('input-invalid');
    screen.getByText(/wird hier nicht mehr angeboten/);
    expect(screen.queryByRole('button', { name: 'Noch einmal versuchen' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Seite neu laden' }).getAttribute('href')).toBe('/suche?q=hund');
  });

  it('can be given up while it is prepared', async () => {
    const login = vi.fn(never);
    await show({ service: { ...nobody, login } });
    await userEvent.click(bar().getAllByRole('link', { name: 'Anmelden' })[0]!);
    await userEvent.click(await screen.findByRole('button', { name: 'Hier bleiben' }));
    expect(screen.queryByText(/weitergeleitet/)).toBeNull();
  });
});
