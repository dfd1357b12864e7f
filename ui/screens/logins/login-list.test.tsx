import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { LoginView } from '#contract/auth.ts';
import { loginsMachine } from '#machines/logins/logins.machine.ts';
import { provideWindow } from '../testing/application.tsx';
import { showScreen } from '../testing/show-screen.tsx';
import { LoginList } from './login-list.tsx';

provideWindow();

const login = (id: string, browser: LoginView['device']['browser'], isThis = false): LoginView => ({
  id,
  isThis,
  openedAt: '2026-11-20T08:00:00Z',
  usedAt: '2026-11-20T12:00:00Z',
  providerId: 'nkb',
  trustLevel: 'low',
  device: { browser, system: 'Windows' },
});
const logins = [login('a', 'Firefox', true), login('b', 'Chrome')];

async function show(
  loadLogins: () => Promise<readonly LoginView[]>,
  end: (id: string) => Promise<void> = () => new Promise(() => undefined),
) {
  const actor = createActor(
    loginsMachine.provide({
      actors: {
        loadLogins: fromPromise(loadLogins),
        endLogin: fromPromise<void, { id: string }>(({ input }) => end(input.id)),
      },
    }),
  ).start();
  await showScreen(<LoginList actor={actor} />, { route: { screen: 'other' } });
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const END = /^Anmeldung beenden.*Chrome/;

describe('the logins of a person', () => {
  it('each say when they were used, with what, and on which level', async () => {
    await show(async () => logins);
    await screen.findByText(/^Kennen Sie eine Anmeldung nicht/);
    const [card] = (await screen.findAllByText('Zuletzt benutzt')).map((term) => term.closest('dl')!);
    within(card!).getByText(/13:00/);
    within(card!).getByText(/^Bürgerkonto, Vertrauensniveau:/);
  });

  it('are not shown when they cannot be loaded, and can be asked for again', async () => {
    const load = vi.fn<() => Promise<readonly LoginView[]>>(() =>
      Promise.reject({ code: 'database-unavailable', requestId: 'n-1' }),
    );
    await show(load);
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Ihre Anmeldungen können gerade nicht gezeigt werden');
    load.mockResolvedValue(logins);
    await press('Noch einmal versuchen');
    await screen.findAllByText(/Chrome/);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a login is ended', () => {
  it('only after a question that says what that means, and then said to be ended', async () => {
    let done: () => void = () => undefined;
    const end = vi.fn((_: string) => new Promise<void>((resolve) => (done = resolve)));
    await show(async () => logins, end);
    expect(screen.queryByRole('dialog')).toBeNull();
    await press(END);
    const question = within(await screen.findByRole('dialog', { name: 'Anmeldung beenden?' }));
    question.getByText(/^Chrome unter Windows.*: Wer dort arbeitet, wird abgemeldet/);
    await userEvent.click(question.getByRole('button', { name: 'Abbrechen' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(end).not.toHaveBeenCalled();
    await press(END);
    const again = within(await screen.findByRole('dialog'));
    const ok = again.getByRole('button', { name: /^Anmeldung beenden/ });
    await userEvent.click(ok);
    await userEvent.click(ok);
    expect(end).toHaveBeenCalledExactlyOnceWith('b');
    expect(ok.getAttribute('aria-disabled') ?? ok.getAttribute('aria-busy')).toBe('true');
    done();
    const told = await screen.findByText(/^Die Anmeldung ist beendet: Chrome unter Windows/);
    expect(told.closest('[aria-live="polite"], [role="status"]')).not.toBeNull();
    await waitFor(() => expect(screen.queryByRole('button', { name: END })).toBeNull());
  });

  it('and stays in the list when that failed', async () => {
    await show(
      async () => logins,
      () => Promise.reject({ code: 'database-unavailable', requestId: 'n-1' }),
    );
    await press(END);
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: /^Anmeldung beenden/ }),
    );
    within(await screen.findByRole('alert')).getByText('Die Anmeldung konnte nicht beendet werden');
    screen.getByRole('button', { name: END });
    expect(screen.queryByText(/^Die Anmeldung ist beendet/)).toBeNull();
  });
});
