import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { process, provideWindow } from '../testing/application.tsx';
import { showApplication } from '../testing/show-application.tsx';
import { NotFoundScreen } from './closed-screens.tsx';

provideWindow();

describe('an application that is not there for this login', () => {
  const account = { person: 'Petra', providerId: 'elster', name: 'Petra', trustLevel: 'low' } as const;
  const logins = (['nkb', 'elster'] as const).map((id) => ({ id, type: 'saml2' }) as const);
  const refused = { code: 'not-found' } as const;
  const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

  it('offers all logins, whosever it is', async () => {
    const login = vi.fn(() => new Promise<never>(() => undefined));
    const owned = process();
    await showApplication(<NotFoundScreen />, { process: owned, logins, refused, account, login });
    await screen.findByRole('heading', { name: 'Diesen Antrag gibt es hier nicht' });
    expect(buttons()).toEqual(['Mit Bürgerkonto anmelden', 'Mit einem anderen Unternehmenskonto anmelden']);
    await userEvent.click(screen.getByRole('button', { name: /anderen Unternehmenskonto/ }));
    expect(login.mock.lastCall).toMatchObject([{ providerId: 'elster', forceNew: true }]);
  });

  it('has one button where there is one login', async () => {
    await showApplication(<NotFoundScreen />, { process: process(), refused, account });
    await screen.findByRole('heading', { name: 'Diesen Antrag gibt es hier nicht' });
    expect(buttons()).toEqual(['Mit einem anderen Konto oder Ausweis anmelden']);
  });
});
