import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it } from 'vitest';
import type { LoginProviderId } from '#domain/login.ts';
import { texts } from '../testing/show-screen.tsx';
import { DifferenceChoice } from './difference-choice.tsx';

afterEach(cleanup);

async function show(providerId: LoginProviderId, locked: boolean): Promise<void> {
  const difference = {
    key: 'name',
    page: 'person',
    label: 'Nachname',
    own: 'Rahmi',
    account: 'Rahimi',
    locked,
  };
  render(
    <I18nextProvider i18n={await texts('de')}>
      <DifferenceChoice
        difference={difference}
        providerId={providerId}
        choice={undefined}
        error={undefined}
        onChoose={() => undefined}
      />
    </I18nextProvider>,
  );
}

describe.each([
  ['nkb', 'Laut Konto', /der Wert aus dem Konto/],
  ['eid', 'Laut Ausweis', /der Wert aus dem Ausweis/],
] as const)('after a login with %s', (providerId, origin, reason) => {
  it('a choice says where the other value is from', async () => {
    await show(providerId, false);
    expect(screen.getByText(`${origin}: Rahimi`)).toBeTruthy();
  });

  it('so does a value that is not open to choice, with the reason', async () => {
    await show(providerId, true);
    expect(screen.getByText(origin)).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
  });
});
