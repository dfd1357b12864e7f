import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { HeldApplication } from '#contract/auth.ts';
import type { ProcessView, ResultView, SubmissionView } from '#contract/process.ts';
import { form, process, provideWindow } from '../testing/application.tsx';
import { person } from '../testing/examples.ts';
import { type ApplicationService, showApplication } from '../testing/show-application.tsx';
import { showScreen } from '../testing/show-screen.tsx';
import { ExpiredDialog } from './expired-dialog.tsx';
import { hrefOf } from './paths.ts';
import { SavingLocked, SessionEnd } from './session-end.tsx';

provideWindow();

const TICKET = 'SH-2026-11-000815';
const anonymous = person({ providerType: 'pseudo' });
const submission: SubmissionView = { step: 'SEAL_DATA', finished: [], ticketNumber: TICKET, retry: null };
const of = (hasUser: boolean) => ({
  filling: process({}, { hasUser }),
  paying: process({ status: 'PAYMENT_PENDING' }, { hasUser, feeCents: 1100 }),
  sending: process({ status: 'COMPLETED', submission }, { hasUser, running: true }),
  sent: process({ status: 'SUBMITTED', result: { ticketNumber: TICKET } as ResultView }, { hasUser }),
});
const own = of(true);
const nobodys = of(false);

/** Shows what is said about the end of a session that nobody wanted to end. */
async function expire(
  view: ProcessView,
  part = <SessionEnd hasUnsaved={false} />,
  service: Partial<ApplicationService> = {},
) {
  const user = view.facts.hasUser ? person() : anonymous;
  const shown = await showApplication(part, { process: view, form, user: async () => user, ...service });
  await waitFor(() => expect(shown.session.getSnapshot().matches('loggedIn')).toBe(true));
  await waitFor(() => expect(shown.application.getSnapshot().context.process).not.toBeNull());
  act(() => shown.session.send({ type: 'session.refused', code: 'session-expired' }));
  return shown;
}
const anew = () => screen.queryByRole('link', { name: 'Neu beginnen' });
const PAYABLE = 'Eine Zahlung, die Sie begonnen haben, können Sie noch abschließen.';

describe('the session of an account has ended by itself', () => {
  it('what was typed is kept, and the login is in a new window', async () => {
    await expire(own.filling);
    const title = await screen.findByText('Ihre Sitzung ist beendet');
    expect(title.closest('[aria-live="polite"], [role="status"]')).not.toBeNull();
    screen.getByText(/^Was Sie eingegeben haben, ist gespeichert/);
    screen.getByRole('link', { name: /neues Fenster/ });
    expect(screen.queryByText(PAYABLE)).toBeNull();
    expect(anew()).toBeNull();
  });

  it('what is not saved is said to be saved after the login', async () => {
    await expire(own.filling, <SessionEnd hasUnsaved />);
    await screen.findByText(/^Was Sie zuletzt eingegeben haben, ist noch nicht gespeichert/);
  });

  it.each([
    ['paid', own.paying, PAYABLE, false],
    ['being sent', own.sending, /^Ihr Antrag wird trotzdem gesendet. Sobald Sie sich wieder anmelden/, true],
    ['sent', own.sent, /^Ihr Antrag ist gesendet. Sobald Sie sich wieder anmelden/, true],
  ])('what is %s goes on', async (_, view, text, isNumbered) => {
    await expire(view);
    await screen.findByText(text);
    expect(screen.queryByText(TICKET) !== null).toBe(isNumbered);
    expect(screen.queryByRole('button', { name: /kopieren/ }) !== null).toBe(isNumbered);
  });

  it('an account that stays open is named, where it does', async () => {
    const { unmount } = await expire(own.filling);
    await screen.findByText('Ihre Sitzung ist beendet');
    expect(screen.queryByText(/möglicherweise noch angemeldet/)).toBeNull();
    unmount();
    await expire(own.filling, undefined, { logins: [{ id: 'nkb', type: 'saml2', keepsSession: true }] });
    await screen.findByText(/^Im Bürgerkonto sind Sie an diesem Computer möglicherweise noch angemeldet/);
  });
});

describe('the session of an application without an account has ended by itself', () => {
  it('the entries are gone, and it can be begun anew', async () => {
    await expire(nobodys.filling);
    await screen.findByText('Ihr Antrag ohne Konto ist beendet');
    screen.getByText(/können nicht mehr gespeichert oder gesendet werden/);
    expect(screen.queryByText(PAYABLE)).toBeNull();
    expect(anew()?.getAttribute('href')).toBe(
      hrefOf.start('de', nobodys.filling.metadata.leiKaId, nobodys.filling.area.key),
    );
  });

  it.each([
    ['paid', nobodys.paying, PAYABLE, false],
    ['being sent', nobodys.sending, /^Ihr Antrag wird trotzdem gesendet. Hier sehen Sie nicht mehr/, true],
    ['sent', nobodys.sent, /^Ihr Antrag ist gesendet. Ihre Angaben und die Dokumente löschen wir/, true],
  ])('what is %s goes on, and its number is left', async (_, view, text, isNumbered) => {
    await expire(view);
    await screen.findByText(text);
    expect(screen.queryByText(TICKET) !== null).toBe(isNumbered);
    expect(screen.queryByText('Ihre Sitzung ist beendet') !== null).toBe(isNumbered);
    expect(anew() !== null).toBe(!isNumbered);
  });
});

it('beside a form that cannot be saved, the end is told at once', async () => {
  await expire(own.filling, <SavingLocked />);
  const title = await screen.findByText('Ihre Angaben werden nicht gespeichert');
  expect(title.closest('[aria-live="assertive"], [role="alert"]')).not.toBeNull();
  screen.getByText(/^Was Sie zuletzt eingegeben haben, ist noch nicht gespeichert/);
});

describe('on a page that is no application', () => {
  const show = async (user: typeof anonymous) => {
    const { portal } = await showScreen(<SessionEnd hasUnsaved={false} />, {
      route: { screen: 'other' },
      href: '/suche',
      service: { user: async () => user },
    });
    const session = portal.getSnapshot().children.session!;
    await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
    return session;
  };

  it('who was logged in can log in again, and nothing is said of entries', async () => {
    const session = await show(person());
    act(() => session.send({ type: 'session.refused', code: 'session-expired' }));
    await screen.findByText('Melden Sie sich wieder an, um weiterzumachen.');
    expect(screen.queryByText(/eingegeben/)).toBeNull();
  });

  it('the end without an account is no news', async () => {
    const first = await show(anonymous);
    act(() => first.send({ type: 'session.refused', code: 'session-expired' }));
    expect(screen.queryByText(/beendet/)).toBeNull();
  });

  const held = (fate: HeldApplication['fate']) => ({
    serviceName: 'Ausweis',
    areaName: 'Kiel',
    fate,
    paidCents: 0,
  });
  it.each([
    ['erased', 'Beendet und gelöscht'],
    ['sending', 'Beendet, noch nicht alles ist gelöscht'],
  ] as const)('what was ended on purpose is told until that is read: %s', async (fate, title) => {
    const session = await show(anonymous);
    act(() => session.send({ type: 'session.ended', erased: [held(fate)] }));
    const told = await screen.findByText(title);
    screen.getByText(/Ausweis/);
    expect(told.closest('.sp-session-end')?.contains(document.activeElement)).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Verstanden' }));
    expect(screen.queryByText(title)).toBeNull();
  });
});

describe('the dialog about the end', () => {
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Ihre Sitzung ist beendet' }));
  const opens = (opened: Window | null) => vi.spyOn(window, 'open').mockReturnValue(opened);

  it.each([
    [own.filling, /^Damit niemand sonst sie liest, sind Ihre Angaben jetzt verdeckt. Melden/],
    [own.sending, /^Ihr Antrag wird trotzdem gesendet. Sobald/],
    [own.sent, /^Ihr Antrag ist gesendet. Sobald/],
  ])('says what has become of the application of an account, and leads to the login', async (view, text) => {
    await expire(view, <ExpiredDialog />);
    (await dialog()).getByText(text);
    const open = opens({} as Window);
    await userEvent.click(screen.getByRole('button', { name: 'Wieder anmelden (neues Fenster)' }));
    expect(open.mock.calls[0]?.[0]).toMatch(/^\/redirect\?.*provider=nkb/);
    open.mockRestore();
  });

  it.each<[string, Window | null, boolean]>([
    ['Auf der Seite bleiben', {} as Window, true],
    ['Wieder anmelden (neues Fenster)', {} as Window, false],
    ['Wieder anmelden (neues Fenster)', null, true],
  ])('is done by „%s“ only where no login has opened', async (answer, opened, isDone) => {
    const { session } = await expire(own.filling, <ExpiredDialog />);
    const open = opens(opened);
    const sent = vi.spyOn(session, 'send');
    await userEvent.click((await dialog()).getByRole('button', { name: answer }));
    expect(sent.mock.calls.some(([event]) => event.type === 'message.dismissed')).toBe(isDone);
    open.mockRestore();
  });

  it.each([
    [nobodys.filling, /^Sie arbeiten ohne Konto: Ihre Angaben können nicht mehr/, false],
    [nobodys.sending, /^Ihr Antrag wird trotzdem gesendet. Sie haben jetzt nur noch/, true],
    [nobodys.sent, /^Ihr Antrag ist gesendet. Sie haben jetzt nur noch/, true],
  ])('offers no login where there was none, and leaves the number', async (view, text, isNumbered) => {
    const { session } = await expire(view, <ExpiredDialog />);
    const told = await dialog();
    told.getByText(text);
    expect(told.queryByText(TICKET) !== null).toBe(isNumbered);
    expect(told.queryByRole('button', { name: /anmelden/ })).toBeNull();
    const sent = vi.spyOn(session, 'send');
    await userEvent.click(told.getByRole('button', { name: 'Verstanden' }));
    expect(sent).toHaveBeenCalledWith({ type: 'message.dismissed' });
  });
});
