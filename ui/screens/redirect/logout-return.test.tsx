import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { accountLogoutMachine } from '#machines/accountLogout/accountLogout.machine.ts';
import type { LogoutReturn } from '#machines/accountLogout/accountLogout.types.ts';
import { LeavingForLogout } from '../shared/leaving-for-logout.tsx';
import { hrefOf } from '../shared/paths.ts';
import { form, process, provideWindow } from '../testing/application.tsx';
import { showApplication } from '../testing/show-application.tsx';
import { LogoutReturn as Returned } from './logout-return.tsx';

provideWindow();
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

async function show(returned: LogoutReturn | null) {
  const accountLogout = createActor(accountLogoutMachine, { input: { returned } }).start();
  await showApplication(
    <>
      <Returned />
      <LeavingForLogout />
    </>,
    { process: process(), form, beside: { accountLogout } },
  );
  return accountLogout;
}

describe('after the logout at the account', () => {
  it.each([
    ['confirmed', /^Auch im Bürgerkonto sind Sie abgemeldet/],
    ['open', /^Hier sind Sie abgemeldet. Ob Sie auch im Bürgerkonto abgemeldet sind, wissen wir nicht/],
  ] as const)('the person reads whether the account has confirmed it: %s', async (result, text) => {
    await show({ providerId: 'nkb', result });
    screen.getByRole('heading', { level: 1, name: 'Sie sind abgemeldet' });
    screen.getByText(text);
    expect(document.title).toMatch(/^Sie sind abgemeldet – /);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toContain('/');
    expect(links).toContain(hrefOf.account('de'));
  });

  it('nothing is said where nobody comes back', async () => {
    await show(null);
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('on the way to the logout at the account', () => {
  const page = { url: 'https://konto.example/logout', method: 'GET', fields: {} } as never;

  it('the person may stay here, and tries again when the account does not answer', async () => {
    const actor = await show(null);
    const leave = {
      type: 'session.left',
      account: { providerId: 'nkb', page },
      staysOpen: false,
      hasUnsaved: false,
    } as const;
    act(() => actor.send(leave));
    screen.getByText('Sie werden weitergeleitet, um sich auch im Bürgerkonto abzumelden …');
    expect(screen.queryByRole('button', { name: 'Noch einmal versuchen' })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toMatch(/^Die Seite „Bürgerkonto“ antwortet nicht/);
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
    screen.getByText('Sie werden weitergeleitet, um sich auch im Bürgerkonto abzumelden …');
    await userEvent.click(screen.getByRole('button', { name: 'Hier bleiben' }));
    expect(actor.getSnapshot().matches('open')).toBe(true);
  });
});
