import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import type { LoginProviderId } from '#domain/login.ts';
import { LocaleProvider } from '../shared/portal-context.tsx';
import { SettingsProvider } from '../shared/settings-context.tsx';
import { texts } from '../testing/show-screen.tsx';
import { settings } from '../testing/theme.ts';
import { SummaryPages } from './summary-pages.tsx';

afterEach(cleanup);

const rows = [
  {
    path: 'name',
    label: 'Name',
    value: 'Rahimi',
    kind: 'text' as const,
    level: 0,
    fromAccount: true as const,
  },
  {
    path: 'proof',
    label: 'Nachweis',
    value: 'a.jpg, b.pdf',
    kind: 'file' as const,
    level: 0,
    previews: ['id-of-a'],
  },
];

async function show(providerId: LoginProviderId): Promise<void> {
  const source = { providerId, trustLevel: 'high' as const, at: '2026-11-20T12:00:00Z' };
  render(
    <I18nextProvider i18n={await texts('de')}>
      <LocaleProvider value="de">
        <SettingsProvider value={settings}>
          <SummaryPages
            pages={[{ key: 'person', title: 'Person', rows }]}
            source={source}
            previewHref={(file) => `/small/${file}`}
            onChange={null}
          />
        </SettingsProvider>
      </LocaleProvider>
    </I18nextProvider>,
  );
}

it('says that a value is the account’s', async () => {
  await show('nkb');
  expect(screen.getByText('Aus dem Konto')).toBeTruthy();
  expect(screen.getByText(/stimmen mit Ihrem Konto überein: Bürgerkonto/)).toBeTruthy();
});

it('calls a card a card, as it is no account', async () => {
  await show('eid');
  expect(screen.getByText('Aus dem Online-Ausweis')).toBeTruthy();
  expect(screen.getByText(/stimmen mit Ihrem Ausweis überein/)).toBeTruthy();
  expect(screen.queryByText(/Konto/)).toBeNull();
});

it('shows the pictures that there are in small, beside the names that say what they are', async () => {
  await show('nkb');
  const pictures = [...screen.getByText('a.jpg, b.pdf').querySelectorAll('img')];
  expect(pictures.map((it) => [it.getAttribute('src'), it.alt])).toEqual([['/small/id-of-a', '']]);
});
