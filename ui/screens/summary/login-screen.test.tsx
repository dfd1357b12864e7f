import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { MetadataView } from '#contract/shapes.ts';
import { process, provideWindow } from '../testing/application.tsx';
import { showApplication } from '../testing/show-application.tsx';
import { LoginScreen } from './login-screen.tsx';

provideWindow();

describe('the login before sending', () => {
  const due = process({ status: 'COMPLETED' }, { mode: 'complete', hasUser: false });
  const demanding = { ...due, metadata: { ...due.metadata, trustLevel: 'substantial' as const } };
  const account = { person: 'Aylin', providerId: 'nkb', name: 'Aylin Yıldız', trustLevel: 'low' } as const;
  const takeOver = () => screen.queryByRole('button', { name: 'Antrag übernehmen' });

  it('says that the login which is there is too weak, instead of having it tried again', async () => {
    await showApplication(<LoginScreen />, { process: demanding, account });
    await screen.findByText(/Sie sind als Aylin Yıldız angemeldet.*„niedrig“.*Niveau „substanziell“/);
    expect(takeOver()).toBeNull();
    screen.getByRole('button', { name: 'Mit Bürgerkonto anmelden' });
  });

  it('names the company that somebody acts for', async () => {
    await showApplication(<LoginScreen />, {
      process: demanding,
      account: { ...account, company: 'Yıldız GmbH' },
    });
    await screen.findByText(/^Sie sind als Aylin Yıldız für Yıldız GmbH angemeldet/);
  });

  it('offers the logins that the form takes at its level, and to an owner their own account alone', async () => {
    const logins = () =>
      screen.queryAllByRole('button', { name: /^Mit .* anmelden$/ }).map((it) => it.textContent);
    const shown = await showApplication(<LoginScreen />, { process: demanding });
    await screen.findByText(/Nötig ist das Vertrauensniveau „substanziell“/);
    expect(logins()).toEqual(['Mit Bürgerkonto anmelden']);
    cleanup();
    expect(shown).toBeDefined();
    const metadata: MetadataView = { ...due.metadata, trustLevel: 'high', idpIds: ['elster'] };
    await showApplication(<LoginScreen />, { process: { ...due, metadata } });
    await screen.findByText(/Keine der Anmeldungen, die dieser Antrag verlangt/);
    expect(logins()).toEqual([]);
    cleanup();
    const owned = process({ status: 'COMPLETED' }, { mode: 'complete', hasUser: true });
    await showApplication(<LoginScreen />, { process: owned, account: { ...account, providerId: 'elster' } });
    await screen.findByText(/Keine der Anmeldungen/);
    cleanup();
    await showApplication(<LoginScreen />, { process: owned, account });
    await screen.findByText(/noch einmal anmelden/);
    expect(logins()).toEqual(['Mit Bürgerkonto anmelden']);
  });

  it('asks for the owner when their session has ended, whoever logs in', async () => {
    const owned = process({ status: 'COMPLETED' }, { mode: 'complete', hasUser: true });
    const login = vi.fn(() => new Promise<never>(() => undefined));
    const { application } = await showApplication(<LoginScreen />, { process: owned, account, login });
    await screen.findByText(/noch einmal anmelden/);
    act(() => application.send({ type: 'viewer.changed', viewer: 'none', account: null, session: null }));
    await userEvent.click(screen.getByRole('button', { name: 'Mit Bürgerkonto anmelden' }));
    expect(login).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ providerId: 'nkb', processId: owned.id, person: 'Aylin' }),
    );
  });

  it('names no owner of what belongs to nobody yet', async () => {
    const login = vi.fn(() => new Promise<never>(() => undefined));
    await showApplication(<LoginScreen />, { process: due, login });
    await userEvent.click(await screen.findByRole('button', { name: 'Mit Bürgerkonto anmelden' }));
    expect(login).toHaveBeenCalledExactlyOnceWith(expect.not.objectContaining({ person: expect.anything() }));
  });

  it('has the application handed over with a login that is strong enough', async () => {
    await showApplication(<LoginScreen />, { process: due, account });
    await screen.findByText(/noch nicht in Ihrem Bereich gespeichert/);
    expect(takeOver()).not.toBeNull();
  });

  it('tells an owner whose login did not confirm the application, and has it tried again', async () => {
    const owned = process({ status: 'COMPLETED' }, { mode: 'complete', hasUser: true });
    const { application } = await showApplication(<LoginScreen />, { process: owned, account });
    await screen.findByText(/noch einmal anmelden/);
    const told = () => screen.queryByText(/^Ihre Anmeldung bestätigt diesen Antrag noch nicht/);
    expect(told(), 'before any login').toBeNull();
    act(() => application.send({ type: 'retry.requested' }));
    await screen.findByText(/^Ihre Anmeldung bestätigt diesen Antrag noch nicht/);
    const takes = vi.fn();
    application.subscribe((now) => now.matches({ progress: 'takingOver' }) && takes());
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
    expect(takes).toHaveBeenCalled();
    await screen.findByText(/^Ihre Anmeldung bestätigt diesen Antrag noch nicht/);
    act(() => application.send({ type: 'viewer.changed', viewer: 'none', account: null, session: null }));
    expect(told(), 'nobody is logged in').toBeNull();
  });
});
