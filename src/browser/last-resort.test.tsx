import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, it, vi } from 'vitest';
import { texts } from '#ui/screens/testing/show-screen.tsx';
import { LastResort } from './last-resort.tsx';

function Broken(): never {
  throw new Error('the workflows are gone');
}

it('says what is the matter and leads on where even the error screen has failed', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <I18nextProvider i18n={await texts('de')}>
      <LastResort>
        <Broken />
      </LastResort>
    </I18nextProvider>,
  );
  await screen.findByRole('heading', { name: 'Das hat nicht geklappt' });
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([hrefOf('Seite neu laden'), hrefOf('Zur Startseite')]).toEqual([location.href, '/']);
  told.mockRestore();
});
