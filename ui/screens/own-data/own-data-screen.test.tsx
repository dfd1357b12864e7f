import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Erasure, KeptOfPerson } from '#contract/person.ts';
import type { Locale } from '#domain/locale.ts';
import { provideDialogs } from '../testing/dialogs.ts';
import { person } from '../testing/examples.ts';
import { type Service, showScreen } from '../testing/show-screen.tsx';
import { OwnDataScreen } from './own-data-screen.tsx';

beforeAll(provideDialogs);
afterEach(cleanup);

const none = { substantial: 0, high: 0 };
const closed = { drafts: none, sent: none };
const named = { id: 'p1', service: 'Hundesteuer', area: 'Kiel', ticketNumber: 'SP-ABCD-EFGH-JKMN' };
const kept = (change: Partial<KeptOfPerson> = {}): KeptOfPerson => ({
  counts: {
    drafts: 2,
    sent: 1,
    files: 4,
    payments: 0,
    mails: 0,
    handIns: 0,
    handovers: 0,
    notes: 0,
    logins: 1,
  },
  closed,
  paidCents: 0,
  stays: [],
  chosen: null,
  isCompany: false,
  recentForMs: 60_000,
  ...change,
});
const erased = (change: Partial<Erasure> = {}): Erasure => ({
  more: false,
  gone: { drafts: 2, sent: 1, handovers: 0, notes: 0, logins: 1, refundCents: 0 },
  stays: [],
  closed,
  accountGone: true,
  account: null,
  ...change,
});
const show = (service: Service, application: string | null = null, locale: Locale = 'de') =>
  showScreen(<OwnDataScreen />, {
    route: { screen: 'ownData', application },
    locale,
    service: { user: async () => person(), kept: async () => kept(), ...service },
  });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

it('says in plain words what is kept, why and how long, with numbers, and offers a copy', async () => {
  await show({});
  await screen.findByText('2 Einträge');
  expect(screen.getByText('Entwürfe').closest('div')?.textContent).toContain('2 Einträge');
  expect(screen.getByText('Gesendete Anträge').closest('div')?.textContent).toContain('1 Eintrag');
  expect(screen.getByText('Zahlungen').closest('div')?.textContent).toContain('nichts');
  expect(screen.getByRole('link', { name: /Kopie herunterladen/ }).getAttribute('href')).toBe(
    '/copy?lang=de',
  );
});

it('asks for a new login where the last one is too long ago, and offers neither copy nor deletion', async () => {
  const login = vi.fn(() => new Promise<never>(() => undefined));
  await show({ login, kept: async () => kept({ recentForMs: null }) }, null, 'en');
  await screen.findByRole('heading', { name: 'Please log in once more for this' });
  expect(screen.queryByRole('link', { name: /copy/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Delete everything/ })).toBeNull();
  await press(/^Log in again with/);
  expect(login).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ providerId: 'nkb', trustLevel: 'low', forceNew: true }),
  );
});

it('deletes everything after a consent, and tells what went', async () => {
  const erasure = vi.fn(async () => erased({ gone: { ...erased().gone, refundCents: 6000 } }));
  await show({ erasure, kept: async () => kept({ paidCents: 6000 }) });
  await screen.findByText('2 Einträge');
  await press('Alles löschen …');
  const dialog = screen.getByRole('dialog', { name: 'Wirklich alles löschen?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Alles löschen' }));
  expect(erasure).not.toHaveBeenCalled();
  within(dialog).getByText('Bitte bestätigen Sie, dass Sie das wissen.');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /rückgängig/ }));
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /60,00/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Alles löschen' }));
  expect(erasure).toHaveBeenCalledWith({ locale: 'de', paidCents: 6000 });
  const heading = await screen.findByRole('heading', { level: 1, name: 'Ihre Daten sind gelöscht' });
  expect(document.activeElement).toBe(heading);
  screen.getByText('Entwürfe: 2');
  screen.getByText(/Die Verwaltung zahlt Ihnen 60,00/);
  screen.getByText(/auf allen Geräten abgemeldet/);
});

it('gives up money only by a consent of its own, and nothing when it is called off', async () => {
  const erasure = vi.fn(async () => erased());
  await show({ erasure, kept: async () => kept({ paidCents: 6000 }) });
  await screen.findByText('2 Einträge');
  await press('Alles löschen …');
  const dialog = () => within(screen.getByRole('dialog'));
  await userEvent.click(dialog().getByRole('checkbox', { name: /rückgängig/ }));
  expect(dialog().getByRole<HTMLInputElement>('checkbox', { name: /60,00/ }).checked).toBe(false);
  await userEvent.click(dialog().getByRole('button', { name: 'Nicht löschen' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(erasure).not.toHaveBeenCalled();
  await press('Alles löschen …');
  await userEvent.click(dialog().getByRole('checkbox', { name: /rückgängig/ }));
  await userEvent.click(dialog().getByRole('button', { name: 'Alles löschen' }));
  expect(erasure).toHaveBeenCalledExactlyOnceWith({ locale: 'de', paidCents: null });
});

it('says before and after what stays for now, and why', async () => {
  const stays = [{ ...named, ticketNumber: null, why: 'sending' as const }];
  const higher = { ...closed, sent: { substantial: 1, high: 0 } };
  await show({
    kept: async () => kept({ stays }),
    erasure: async () => erased({ stays, closed: higher, accountGone: false }),
  });
  await screen.findByText('2 Einträge');
  await press('Alles löschen …');
  within(screen.getByRole('dialog')).getByText(/wird gerade gesendet/);
  await userEvent.click(screen.getByRole('checkbox', { name: /rückgängig/ }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Alles löschen' }));
  await screen.findByRole('heading', { level: 1, name: 'Das meiste ist gelöscht' });
  screen.getByText(/wird gerade gesendet/);
  screen.getByText(/^1 Antrag ist noch da/);
});

it('removes one application after saying what the authority keeps', async () => {
  const removal = vi.fn(async () => undefined);
  await show({ removal, kept: async () => kept({ chosen: { ...named, why: null } }) }, 'p1');
  await screen.findByRole('heading', { level: 1, name: 'Antrag aus dem Portal entfernen' });
  await screen.findByText(/„Hundesteuer“ \(Kiel\)/);
  screen.getByText('SP-ABCD-EFGH-JKMN');
  screen.getByText(/Die Behörde behält, was sie bekommen hat, und bearbeitet/);
  await press('Antrag entfernen');
  const told = await screen.findByRole('heading', { name: /„Hundesteuer“ ist aus dem Portal entfernt/ });
  expect(document.activeElement?.contains(told), 'it is read').toBe(true);
  expect(removal).toHaveBeenCalledWith({ id: 'p1' });
});

it.each([
  ['sending', /wird gerade gesendet/],
  ['unfinished', /noch nicht abgeschlossen/],
  ['paying', /Zahlung dazu ist noch offen/],
  ['refunding', /gibt Ihnen dazu Geld zurück/],
  ['handIn', /noch auf dem Weg zur Behörde/],
] as const)('says why an application cannot be removed yet: %s', async (why, text) => {
  await show({ kept: async () => kept({ chosen: { ...named, why } }) }, 'p1');
  await screen.findByText(text);
  expect(screen.queryByRole('button', { name: 'Antrag entfernen' })).toBeNull();
});

it('says that an application is not here, and that something could not be read', async () => {
  await show({}, 'p1');
  await screen.findByRole('heading', { name: /Diesen Antrag gibt es hier nicht/ });
  cleanup();
  await show({ kept: () => Promise.reject({ code: 'network' }) });
  await screen.findByRole('heading', { name: /Wir konnten nicht nachsehen/ });
  screen.getByRole('button', { name: 'Noch einmal versuchen' });
});
