import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HeldApplication } from '#contract/auth.ts';
import { provideDialogs } from '../testing/dialogs.ts';
import { person } from '../testing/examples.ts';
import { type Service, showScreen } from '../testing/show-screen.tsx';
import { Messages } from './messages.tsx';
import { PortalLayout } from './portal-layout.tsx';

beforeAll(provideDialogs);
afterEach(cleanup);

const anonymous = person({ providerId: 'anon', providerType: 'pseudo', name: '', person: null });
const held = (serviceName: string, fate: HeldApplication['fate'], paidCents = 0): HeldApplication => ({
  serviceName,
  areaName: 'Kiel',
  fate,
  paidCents,
});
const show = (service: Service) =>
  showScreen(
    <>
      <PortalLayout title="Suche">
        <h1>Suche</h1>
      </PortalLayout>
      <Messages />
    </>,
    { route: { screen: 'other' }, href: '/suche', service },
  );
const press = async (name: string) =>
  userEvent.click((await screen.findAllByRole('button', { name })).at(-1)!);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the end of a session without an account', () => {
  const open = async (service: Service) => {
    await show({ user: async () => anonymous, ...service });
    await press('Beenden und löschen');
  };

  it('names what is deleted, and deletes it after one question', async () => {
    const end = vi.fn(async () => []);
    await open({ held: async () => [held('Hundesteuer', 'erased')], end });
    const question = await dialog('Beenden und löschen?');
    question.getByText(/Hundesteuer/);
    expect(end).not.toHaveBeenCalled();
    await userEvent.click(question.getByRole('button', { name: 'Beenden und löschen' }));
    await waitFor(() => expect(end).toHaveBeenCalledExactlyOnceWith({ locale: 'de', paidConsent: false }));
  });

  it('asks a second time about what is paid, and about nothing else', async () => {
    const end = vi.fn(async () => []);
    await open({ held: async () => [held('Hundesteuer', 'erased'), held('Ausweis', 'paid', 3700)], end });
    const question = await dialog('Beenden und löschen?');
    await userEvent.click(question.getByRole('button', { name: 'Beenden und löschen' }));
    const paid = await dialog('Sie haben schon bezahlt');
    paid.getByText(/37,00/);
    expect(paid.queryByText(/Hundesteuer/)).toBeNull();
    await userEvent.click(paid.getByRole('button', { name: 'Trotz Zahlung löschen' }));
    expect(end).not.toHaveBeenCalled();
    const box = paid.getByRole('checkbox');
    expect(document.activeElement).toBe(box);
    await userEvent.click(box);
    await userEvent.click(paid.getByRole('button', { name: 'Trotz Zahlung löschen' }));
    await waitFor(() => expect(end).toHaveBeenCalledExactlyOnceWith({ locale: 'de', paidConsent: true }));
  });

  it('deletes nothing when it is called off', async () => {
    const end = vi.fn(async () => []);
    await open({ held: async () => [held('Hundesteuer', 'erased')], end });
    const question = await dialog('Beenden und löschen?');
    await userEvent.click(question.getByRole('button', { name: 'Abbrechen' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(end).not.toHaveBeenCalled();
  });
});

it('a logout without an answer is said to be in doubt, and is tried again only when asked to', async () => {
  const logOut = vi.fn(() => Promise.reject({ code: 'network' }));
  await show({ user: async () => person(), logOut });
  await press('Abmelden');
  const doubt = await dialog('Wir wissen nicht, ob Sie abgemeldet sind');
  expect(logOut).toHaveBeenCalledOnce();
  await userEvent.click(doubt.getByRole('button', { name: 'Noch einmal versuchen' }));
  await waitFor(() => expect(logOut).toHaveBeenCalledTimes(2));
  const again = await dialog('Wir wissen nicht, ob Sie abgemeldet sind');
  await userEvent.click(again.getByRole('button', { name: 'Abbrechen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(logOut).toHaveBeenCalledTimes(2);
});

describe('a session that has ended by itself', () => {
  const expire = async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue({} as Window);
    const { portal } = await show({ user: async () => person() });
    const session = portal.getSnapshot().children.session!;
    await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
    act(() => session.send({ type: 'session.refused', code: 'session-expired' }));
    return { opened, told: await dialog('Ihre Sitzung ist beendet') };
  };
  afterEach(() => vi.restoreAllMocks());

  it('is told, and the person can stay on the page', async () => {
    const { opened, told } = await expire();
    await userEvent.click(told.getByRole('button', { name: 'Auf der Seite bleiben' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(opened).not.toHaveBeenCalled();
  });

  it('leads to a login in a window of its own; the message stays until that has succeeded', async () => {
    const { opened, told } = await expire();
    await userEvent.click(told.getByRole('button', { name: 'Wieder anmelden (neues Fenster)' }));
    expect(opened).toHaveBeenCalledExactlyOnceWith('/redirect?lang=de&provider=nkb', '_blank');
    screen.getByRole('dialog', { name: 'Ihre Sitzung ist beendet' });
  });
});

it('after a logout with something unsaved, the account is left only on a click', async () => {
  const { portal } = await show({ user: async () => null });
  const actor = portal.getSnapshot().children.accountLogout!;
  const page = { url: 'https://konto.example/logout', method: 'GET' as const, fields: {} };
  act(() =>
    actor.send({
      type: 'session.left',
      account: { providerId: 'nkb', page },
      staysOpen: true,
      hasUnsaved: true,
    }),
  );
  expect(actor.getSnapshot().matches('offered')).toBe(true);
  const leave = await screen.findByRole('button', { name: /^Auch im .* abmelden$/ });
  expect(document.activeElement?.contains(leave), 'it is read').toBe(true);
  await userEvent.click(leave);
  expect(actor.getSnapshot().matches('leaving')).toBe(true);
});
