import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { HeldApplication } from '#contract/auth.ts';
import { hrefOf } from '../shared/paths.ts';
import { form, process, provideWindow } from '../testing/application.tsx';
import { person } from '../testing/examples.ts';
import { type ApplicationService, showApplication } from '../testing/show-application.tsx';
import { showScreen } from '../testing/show-screen.tsx';
import { EndedScreen } from './ended-screen.tsx';
import { ProcessScreen } from './process-screen.tsx';

// Files of one process share their modules: those of this one have the stand-ins, those of the next one do not.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => ({ status: 'idle' }) }));
provideWindow();

const SERVICE = '99102013104000';
const AREA = '010020000000';
const never = () => new Promise<never>(() => undefined);
const h1 = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const links = () =>
  Object.fromEntries(
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  );
const show = (service: Partial<ApplicationService>) =>
  showApplication(<ProcessScreen />, { process: process(), form, ...service });
const service = { kind: 'service', leiKaId: SERVICE, area: AREA } as const;

describe('the screen of an application', () => {
  it('is that of its state', async () => {
    await show({});
    await h1(/Schritt 1 von 3:\s*Seite Name/);
  });

  it('covers what was entered once the session is over', async () => {
    const { session } = await show({ data: { owner: 'Ada' }, user: async () => person() });
    await screen.findByDisplayValue('Ada');
    await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
    act(() => session.send({ type: 'session.refused', code: 'session-expired' }));
    await h1('Ihre Sitzung ist beendet');
    expect(screen.queryByDisplayValue('Ada')).toBeNull();
  });
});

describe('an application that cannot go on', () => {
  it('whose service is not offered at the place leads to the service', async () => {
    await show({ start: service, offer: async () => ({ offer: null, areaName: 'Kiel' }) });
    await h1('Kein Online-Antrag');
    expect(Object.values(links())).toContain(hrefOf.service('de', SERVICE));
    screen.getByText(/^Auf der Seite der Leistung sehen Sie/);
  });

  it('leads to the search where the address names no service', async () => {
    await show({
      start: { ...service, leiKaId: 'x' },
      offer: async () => ({ offer: null, areaName: 'Kiel' }),
    });
    await h1('Kein Online-Antrag');
    expect(Object.values(links())).toContain(hrefOf.search('de'));
    expect(Object.values(links())).not.toContain(hrefOf.service('de', 'x'));
    expect(screen.queryByText(/^Auf der Seite der Leistung sehen Sie/)).toBeNull();
  });

  it.each([
    [{ leiKaId: SERVICE, area: AREA }, hrefOf.start('de', SERVICE, AREA)],
    [undefined, hrefOf.search('de')],
  ])('because its draft is gone leads to a new one, or to the search: %j', async (startOver, to) => {
    await show({ refused: { code: 'draft-expired', ...(startOver && { startOver }) } });
    await waitFor(() => expect(Object.values(links())).toContain(to));
    expect(Object.values(links())).toContain('/');
  });

  it('for any other reason is tried again, and says whom to ask', async () => {
    const { application } = await show({ refused: { code: 'database-unavailable', requestId: 'n-1' } });
    const again = await screen.findByRole('button', { name: 'Noch einmal versuchen' });
    screen.getByRole('alert');
    screen.getByRole('link', { name: /49 40 66969/ });
    const sent = vi.spyOn(application, 'send');
    again.click();
    expect(sent).toHaveBeenCalledWith({ type: 'retry.requested' });
  });
});

describe('what was begun without an account and ended by the person', () => {
  const held = (fate: HeldApplication['fate'], paidCents = 0): HeldApplication => ({
    serviceName: 'Hundesteuer',
    areaName: 'Kiel',
    fate,
    paidCents,
  });
  const end = async (erased: readonly HeldApplication[] | null, start?: typeof service) => {
    const { session } = await showApplication(<EndedScreen />, {
      process: process(),
      form,
      user: async () => person({ providerType: 'pseudo' }),
      ...(start && { start, offer: never }),
    });
    await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
    act(() => session.send({ type: 'session.ended', erased }));
  };
  const FILES = 'Dateien, die Sie heruntergeladen haben, liegen weiter auf diesem Gerät.';

  it('is said to be deleted, and can be begun anew', async () => {
    await end([held('erased'), held('paid', 1100)], service);
    await h1('Beendet und gelöscht');
    screen.getAllByText(/^Alle Angaben und Dateien sind gelöscht/);
    screen.getAllByText(/^Der Antrag ist gelöscht und wird nicht gesendet. 11,00\s€ sind zur Erstattung/);
    expect(screen.queryByText(FILES)).toBeNull();
    expect(Object.values(links())).toContain(hrefOf.start('de', SERVICE, AREA));
    expect(Object.values(links())).toContain('/');
  });

  it.each([
    ['sending', /^Noch nicht gelöscht: Der Antrag wird gerade gesendet/],
    ['payable', /^Noch nicht gelöscht: Die begonnene Zahlung/],
  ] as const)('is not said to be deleted where something is left: %s', async (fate, text) => {
    await end([held('erased'), held(fate)]);
    await h1('Beendet, noch nicht alles ist gelöscht');
    screen.getAllByText(text);
    expect(Object.values(links())).not.toContain(hrefOf.start('de', SERVICE, AREA));
  });

  it('reminds of the files of what was sent', async () => {
    await end([held('sent')]);
    await screen.findAllByText(FILES);
  });

  it.each([
    [null, /^Der Antrag wurde in einem anderen Fenster beendet/],
    [[], 'Die Sitzung ist beendet. Es gab nichts zu löschen.'],
  ])('says so when nothing is known of it, or there was nothing: %j', async (erased, text) => {
    await end(erased);
    await screen.findAllByText(text);
    expect(screen.queryByText(FILES)).toBeNull();
  });
});

describe('an application without a place', () => {
  it('asks for the place of the service, and starts there', async () => {
    await showScreen(<ProcessScreen />, {
      route: { screen: 'other' },
      href: `${hrefOf.start('de', SERVICE, AREA).split('?')[0]}?leiKaId=${SERVICE}`,
    });
    await screen.findByRole('combobox');
    expect(screen.queryByRole('link', { name: 'Zur Startseite', hidden: false })).toBeNull();
  });

  it('leads home where not even a service is named', async () => {
    await showScreen(<ProcessScreen />, { route: { screen: 'other' }, href: '/formular' });
    await screen.findByRole('link', { name: 'Zur Startseite' });
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
