import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { LeftDraft } from '#contract/problem.ts';
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

describe('a draft whose form is not offered any more', () => {
  const { authority } = process().metadata;
  const left = {
    id: process().id,
    title: { de: 'Anmeldung zur Hundesteuer', en: 'Dog tax registration' },
    authority: { de: authority, en: authority },
    areaName: 'Kiel',
    leiKaId: '99102013104000',
    availableUntil: '2026-12-05T09:30:00Z',
    hasUser: true,
    paidCents: 0,
    refundDueCents: 0,
    isPaying: false,
  };
  const show = (changes: Partial<LeftDraft> = {}) =>
    showApplication(<NotFoundScreen />, {
      process: process(),
      refused: { code: 'form-not-found', left: { ...left, ...changes } },
    });
  const hrefs = () =>
    Object.fromEntries(
      screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    );

  it('says what was begun, until when it is kept, and every way on', async () => {
    await show();
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toContain('kann nicht mehr online fortgesetzt werden');
    screen.getByText(/„Anmeldung zur Hundesteuer“ für Kiel begonnen/);
    screen.getByText(/bleibt bis 5\. Dezember 2026 um 10:30 Uhr gespeichert/);
    expect(hrefs()).toMatchObject({
      'Meine Angaben herunterladen': `/api/process/${left.id}/file/entered`,
      'So stellen Sie den Antrag jetzt': '/leistung/99102013104000',
      'Entwurf in „Mein Bereich“ löschen': '/nutzerkonto',
    });
    screen.getByRole('button', { name: 'Noch einmal nachsehen' });
    screen.getByRole('heading', { name: 'Fragen Sie die Behörde' });
    expect(screen.queryByText(/bezahlt|Zahlung|Erstattung/)).toBeNull();
  });

  it('leads to the search where the service is gone, too; without an account its time is the session’s', async () => {
    await show({ leiKaId: null, hasUser: false });
    await screen.findByText(/bis zum Ende der Sitzung gespeichert, längstens bis 5\. Dezember 2026/);
    expect(hrefs()).toHaveProperty('Leistung suchen');
    expect(hrefs()).not.toHaveProperty('Entwurf in „Mein Bereich“ löschen');
  });

  it.each([
    [{ isPaying: true }, /Ihre Zahlung ist noch nicht bestätigt/],
    [{ paidCents: 6000 }, /Sie haben 60,00\s€ bezahlt/],
    [{ refundDueCents: 1500 }, /15,00\s€ sind zur Erstattung vorgemerkt/],
  ])('tells what becomes of money: %j', async (money, said) => {
    await show(money);
    await screen.findByText(said);
  });
});
