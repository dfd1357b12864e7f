import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { LoginView } from '#contract/auth.ts';
import { showScreen } from '../testing/show-screen.tsx';
import { LoginCard } from './login-card.tsx';

afterEach(cleanup);

const login = (id: string, openedAt: string, isThis = false): LoginView => ({
  id,
  isThis,
  openedAt,
  usedAt: '2026-11-20T12:00:00Z',
  providerId: 'nkb',
  trustLevel: 'low',
  device: { browser: 'Firefox', system: 'Windows' },
});

it('logins of equal devices are told apart by their names, and so are the buttons that end them', async () => {
  const logins = [
    login('a', '2026-11-20T08:00:00Z', true),
    login('b', '2026-11-20T09:00:00Z'),
    login('c', '2026-11-19T09:00:00Z'),
  ];
  await showScreen(
    logins.map((one) => <LoginCard key={one.id} login={one} onEnd={() => undefined} />),
    {
      route: { screen: 'other' },
    },
  );
  const names = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(names).toEqual([
    expect.stringMatching(/^Firefox unter Windows, angemeldet seit 20\..* \(diese Anmeldung\)$/),
    expect.stringMatching(/^Firefox unter Windows, angemeldet seit 20\..*10:00/),
    expect.stringMatching(/^Firefox unter Windows, angemeldet seit 19\..*10:00/),
  ]);
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(new Set(buttons).size).toBe(2);
});
