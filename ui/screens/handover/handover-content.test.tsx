import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { ArrivalView, DepartureView, HandedOverView, WayOut } from '#contract/handover.ts';
import { handoverMachine } from '#machines/handover/handover.machine.ts';
import type { Trip } from '#machines/handover/handover.types.ts';
import { hrefOf } from '../shared/paths.ts';
import { person } from '../testing/examples.ts';
import { type Service, showScreen } from '../testing/show-screen.tsx';
import { HandoverContent } from './handover-content.tsx';

afterEach(cleanup);

const never = () => new Promise<never>(() => undefined);
const SERVICE = '99102013104000';
const departure: DepartureView = {
  leiKaId: SERVICE,
  service: 'Hundesteuer',
  area: { key: '010020000000', name: 'Kiel' },
  receiver: 'Portal Nachbarland',
  portal: 'https://nachbar.example',
  person: null,
};
const told: HandedOverView = {
  id: 'h1',
  service: 'Hundesteuer',
  receiver: 'Portal Nachbarland',
  portal: 'https://nachbar.example/',
  startedAt: '2026-11-18T09:00:00Z',
  status: null,
  ticketNumber: null,
  submittedAt: null,
  toldAt: null,
  lang: 'de',
};

type Calls = {
  describe?: () => Promise<DepartureView>;
  handOver?: (asked: { withPerson: boolean }) => Promise<string>;
  leave?: () => Promise<WayOut>;
  ask?: () => Promise<HandedOverView>;
  open?: () => Promise<ArrivalView>;
};

async function show(trip: Trip, calls: Calls, service: Service = {}) {
  const actor = createActor(
    handoverMachine.provide({
      actors: {
        openHandover: fromPromise(calls.open ?? never),
        describeDeparture: fromPromise(calls.describe ?? never),
        handOver: fromPromise<
          string,
          { leiKaId: string; area: string; locale: 'de' | 'en'; withPerson: boolean }
        >(({ input }) => (calls.handOver ?? never)(input)),
        leave: fromPromise(calls.leave ?? never),
        ask: fromPromise(calls.ask ?? never),
      },
    }),
    { input: { trip, locale: 'de' } },
  ).start();
  await showScreen(<HandoverContent actor={actor} />, {
    route: { screen: 'other' },
    href: '/weiter',
    service,
  });
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const refuses = (code: string) => () => Promise.reject({ code, requestId: 'n-1' });
const going: Trip = { kind: 'departure', leiKaId: SERVICE, area: '010020000000' };

describe('before a person goes to another portal', () => {
  const withPerson = (address = 'Fleethörn 9, 24103 Kiel') => ({
    ...departure,
    person: { name: 'Petra Lindemann', address },
  });

  it('they read where to, what is handed over, and how to stay', async () => {
    await show(going, { describe: async () => departure });
    await screen.findByRole('heading', { level: 1, name: /Weiter zu: Portal Nachbarland/ });
    for (const [term, value] of [
      ['Leistung', 'Hundesteuer'],
      ['Ort', 'Kiel'],
      ['Sprache', 'Deutsch'],
    ]) {
      expect(screen.getByText(term!).closest('div')?.textContent).toContain(value);
    }
    screen.getByText(/^Sonst nichts/);
    screen.getByText(/^Ohne Anmeldung finden Sie den Antrag später nur/);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(href('Hier bleiben')).toBe(hrefOf.service('de', SERVICE, { area: '010020000000' }));
  });

  it('they can log in first, and come back here', async () => {
    const login = vi.fn(never);
    await show(going, { describe: async () => departure }, { login });
    await screen.findByText('Vorher anmelden');
    await userEvent.click(screen.getByRole('button', { name: 'Mit Bürgerkonto anmelden', hidden: true }));
    await waitFor(() =>
      expect(login).toHaveBeenCalledWith(expect.objectContaining({ providerId: 'nkb', redirect: '/weiter' })),
    );
  });

  it('name and address go along only with a tick', async () => {
    const handOver = vi.fn((_: { withPerson: boolean }) => never());
    await show(going, { describe: async () => withPerson(), handOver }, { user: async () => person() });
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Name und Adresse/ });
    expect(box.checked).toBe(false);
    screen.getByText('Petra Lindemann, Fleethörn 9, 24103 Kiel');
    await screen.findByText(/^Sie finden den Antrag danach auch hier in Ihrem Bereich/);
    expect(screen.queryByText('Vorher anmelden')).toBeNull();
    await userEvent.click(box);
    expect(box.checked).toBe(true);
    await press('Weiter zum anderen Portal');
    expect(handOver).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ withPerson: true }));
    expect(box.disabled).toBe(true);
    await press('Wird übergeben …');
    expect(handOver).toHaveBeenCalledTimes(1);
  });

  it('without a tick nothing of the person goes along; a name alone is named alone', async () => {
    const handOver = vi.fn((_: { withPerson: boolean }) => never());
    await show(going, { describe: async () => withPerson(''), handOver });
    await screen.findByText('Petra Lindemann', { exact: true });
    await press('Weiter zum anderen Portal');
    expect(handOver).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ withPerson: false }));
  });

  it('they read that nothing was handed over when that failed', async () => {
    await show(going, { describe: async () => departure, handOver: refuses('neighbour-unavailable') });
    await screen.findByRole('heading', { name: /Weiter zu/ });
    await press('Weiter zum anderen Portal');
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Die Übergabe hat nicht geklappt');
    within(alert).getByText(/^Es wurde nichts übergeben/);
    screen.getByRole('button', { name: 'Weiter zum anderen Portal' });
  });
});

it('on the way there, a link leads a browser that does not go by itself', async () => {
  const wayOut = { address: 'https://nachbar.example/in?c=1', portal: 'Portal Nachbarland' };
  await show({ kind: 'passage', id: 'h1' }, { leave: async () => wayOut });
  await screen.findByText('Sie werden zu „Portal Nachbarland“ weitergeleitet.');
  expect(href('Falls nichts geschieht: weiter zu Portal Nachbarland')).toBe(wayOut.address);
});

it('the page says that one has to wait until it knows', async () => {
  await show({ kind: 'return', id: 'h1' }, {});
  screen.getByRole('heading', { level: 1, name: 'Übergabe zwischen Portalen' });
  screen.getByText('Bitte warten.');
});

describe('who comes back', () => {
  const back = (change: Partial<HandedOverView>, service: Service = {}) =>
    show({ kind: 'return', id: 'h1' }, { ask: async () => ({ ...told, ...change }) }, service);

  it.each([
    [null, /^Das andere Portal hat uns noch nicht mitgeteilt/, true],
    ['OPEN', 'Ihr Antrag ist dort noch nicht gesendet.', true],
    ['SUBMITTED', 'Ihr Antrag wurde dort gesendet.', false],
    ['ENDED', 'Der Antrag wurde dort beendet und nicht gesendet.', false],
  ] as const)('reads what the other portal has told: %s', async (status, text, isOpen) => {
    await back({ status });
    await screen.findByText(text);
    screen.getByRole('heading', { level: 1, name: /Zurück von: Portal Nachbarland/ });
    expect(screen.queryByRole('button', { name: 'Noch einmal nachfragen' }) !== null).toBe(isOpen);
    expect(screen.queryByRole('link', { name: 'Zum anderen Portal' }) !== null).toBe(isOpen);
    expect(screen.queryByText('Vorgangsnummer dort')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Zu meinem Bereich' })).toBeNull();
    expect(href('Zur Startseite')).toBe('/');
  });

  it('finds number and times where there are any, and their own area', async () => {
    await back(
      {
        status: 'SUBMITTED',
        ticketNumber: 'NB-1',
        submittedAt: '2026-11-19T09:00:00Z',
        toldAt: '2026-11-19T10:00:00Z',
      },
      { user: async () => person() },
    );
    expect((await screen.findByText('Vorgangsnummer dort')).closest('div')?.textContent).toContain('NB-1');
    screen.getByText('Gesendet am');
    screen.getByText('Stand von');
    expect((await screen.findByRole('link', { name: 'Zu meinem Bereich' })).getAttribute('href')).toBe(
      hrefOf.account('de'),
    );
  });

  it('can ask once more', async () => {
    const ask = vi.fn(async () => told);
    await show({ kind: 'return', id: 'h1' }, { ask });
    await userEvent.click(await screen.findByRole('button', { name: 'Noch einmal nachfragen' }));
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  });
});

describe('what cannot go on', () => {
  const title = 'So geht es hier nicht weiter';
  const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

  it('says that no other portal runs the service there, and leads back to it', async () => {
    await show(going, { describe: refuses('place-not-covered') });
    await screen.findByRole('heading', { level: 1, name: title });
    screen.getByText('An diesem Ort betreibt kein anderes Portal diese Leistung.');
    expect(links()).toEqual(['Zur Leistung', 'Zur Startseite']);
    expect(href('Zur Leistung')).toBe(hrefOf.service('de', SERVICE, { area: '010020000000' }));
    expect(screen.queryByText(/wurde nichts gesendet|^Wenn Sie angemeldet waren/)).toBeNull();
  });

  it('leads to the service for any other reason as well', async () => {
    await show(going, { describe: refuses('not-found') });
    await screen.findByRole('heading', { level: 1, name: title });
    expect(screen.queryByText('An diesem Ort betreibt kein anderes Portal diese Leistung.')).toBeNull();
  });

  it('says that nothing was sent to who comes from elsewhere, and leads to the search', async () => {
    await show({ kind: 'arrival', code: 'c' }, { open: refuses('not-found') });
    await screen.findByText('In diesem Portal wurde nichts gesendet.');
    expect(links()).toEqual(['Leistung suchen', 'Zur Startseite']);
  });

  it.each<Trip>([
    { kind: 'passage', id: 'h1' },
    { kind: 'return', id: 'h1' },
  ])('leads to the own area on the way: $kind', async (trip) => {
    await show(trip, { leave: refuses('not-found'), ask: refuses('not-found') });
    await screen.findByText(/^Wenn Sie angemeldet waren/);
    expect(links()).toEqual(['Zu meinem Bereich', 'Zur Startseite']);
  });

  it('can be tried again where that may help', async () => {
    const ask = vi.fn(refuses('database-unavailable'));
    await show({ kind: 'return', id: 'h1' }, { ask });
    await screen.findByRole('heading', { level: 1, name: 'Das hat gerade nicht geklappt' });
    screen.getByText(/^Das Portal kann gerade nichts speichern/);
    await press('Noch einmal versuchen');
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  });
});
