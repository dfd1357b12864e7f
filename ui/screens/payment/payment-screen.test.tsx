import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { PaymentView, ProcessView } from '#contract/process.ts';
import { process, provideWindow } from '../testing/application.tsx';
import { person } from '../testing/examples.ts';
import { showApplication } from '../testing/show-application.tsx';
import { PaymentScreen } from './payment-screen.tsx';

provideWindow();

const attempt: PaymentView = {
  state: 'created',
  amountCents: 1100,
  currency: 'EUR',
  method: null,
  reference: null,
  redirectUrl: null,
  changedAt: '2026-11-20T12:00:00Z',
};

describe('the payment', () => {
  const due = (change: Partial<ProcessView> = {}) =>
    process({ status: 'COMPLETED', ...change }, { feeCents: 1100 });
  const pending = due({
    status: 'PAYMENT_PENDING',
    payment: { ...attempt, state: 'pending', redirectUrl: 'https://pay.example/1' },
  });

  it('opens the window of the provider with the click, and asks the service once', async () => {
    const startPayment = vi.fn(async () => ({ redirectUrl: 'https://pay.example/1', process: pending }));
    const { openProviderWindow } = await showApplication(<PaymentScreen />, { process: due(), startPayment });
    const pay = await screen.findByRole('button', { name: /^11,00\s€ bezahlen$/ });
    screen.getByText(/^11,00\s€$/);
    await userEvent.dblClick(pay);
    expect(openProviderWindow).toHaveBeenCalledTimes(1);
    await screen.findByRole('heading', { name: 'Ihre Zahlung läuft' });
    expect(startPayment).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('link', { name: /Zahlungsseite öffnen/ }).getAttribute('href')).toBe(
      'https://pay.example/1',
    );
  });

  it('says whom to ask what becomes of the fee when the application is refused', async () => {
    const { metadata } = due();
    const contactBox = { ...metadata.authority.contactBox, telephones: [{ number: '+49 431 901-0' }] };
    const authority = { ...metadata.authority, contactBox };
    await showApplication(<PaymentScreen />, { process: due({ metadata: { ...metadata, authority } }) });
    await screen.findByText(/abgelehnt wird, erfahren Sie dort: Telefon \+49 431 901-0\./);
  });

  it('names another way to the same before anything is paid', async () => {
    const otherWay = { leiKaId: '99115003012001', text: 'Kostenlos mit dem Online-Ausweis' };
    await showApplication(<PaymentScreen />, { process: due({ metadata: { ...due().metadata, otherWay } }) });
    const link = await screen.findByRole('link', { name: otherWay.text });
    expect(link.getAttribute('href')).toBe('/leistung/99115003012001');
  });

  it('says so when the browser has blocked the window', async () => {
    const { application } = await showApplication(<PaymentScreen />, { process: pending });
    await screen.findByRole('heading', { name: 'Ihre Zahlung läuft' });
    application.send({ type: 'window.blocked' });
    expect((await screen.findByRole('alert')).textContent).toContain('Ihr Browser hat das Fenster blockiert');
  });

  it.each([
    [true, /Diese Seite können Sie danach schließen/],
    [false, /Ohne Konto bleiben sie nur in diesem Browser/],
  ])(
    'that is under way can be started anew, and says where its result is found: %s',
    async (hasUser, text) => {
      const startPayment = vi.fn(() => new Promise<never>(() => undefined));
      const view = { ...pending, facts: { ...pending.facts, hasUser } };
      await showApplication(<PaymentScreen />, { process: view, startPayment });
      await screen.findByText(text);
      expect(screen.queryByText('Ihr Browser hat das Fenster blockiert')).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Zahlung neu starten' }));
      await waitFor(() => expect(startPayment).toHaveBeenCalledTimes(1));
    },
  );

  it('that was cancelled keeps the application and can be tried again', async () => {
    const startPayment = vi.fn(() => new Promise<never>(() => undefined));
    await showApplication(<PaymentScreen />, {
      process: due({
        status: 'PAYMENT_FAILURE',
        payment: { ...attempt, state: 'cancelled' },
      }),
      startPayment,
    });
    await screen.findByRole('heading', { level: 1, name: 'Sie haben die Zahlung abgebrochen' });
    screen.getByText('Der Zahlvorgang wurde abgebrochen.');
    expect(screen.queryByText(/nicht geklappt|fehlgeschlagen/)).toBeNull();
    screen.getByText(/Kommt das Geld doch noch an, senden wir Ihren Antrag damit ab/);
    await userEvent.click(screen.getByRole('button', { name: 'Zahlung noch einmal versuchen' }));
    await waitFor(() => expect(startPayment).toHaveBeenCalledTimes(1));
  });

  it('that failed is not called cancelled', async () => {
    const failed = due({ status: 'PAYMENT_FAILURE', payment: { ...attempt, state: 'failed' } });
    await showApplication(<PaymentScreen />, { process: failed });
    await screen.findByRole('heading', { level: 1, name: 'Die Zahlung hat nicht geklappt' });
    expect(screen.queryByText(/abgebrochen/)).toBeNull();
  });

  it.each([
    ['nothing is charged', due(), /^Ihr Antrag ist unverändert. Es wurde kein Geld abgebucht.$/],
    [
      'the fee is paid once, after money that did not cover it',
      process({ status: 'COMPLETED' }, { feeCents: 2000, refundDueCents: 6000 }),
      /^Ihr Antrag ist unverändert. Sie zahlen die Gebühr nur einmal.$/,
    ],
  ])('that the provider does not begin says that %s', async (_, given, words) => {
    const startPayment = () => Promise.reject({ code: 'payment-unavailable' });
    await showApplication(<PaymentScreen />, { process: given, startPayment });
    await userEvent.click(await screen.findByRole('button', { name: /bezahlen$/ }));
    await screen.findByText(words);
  });

  it('claims no unchanged application once the session has ended', async () => {
    const { session } = await showApplication(<PaymentScreen />, {
      process: process({ status: 'COMPLETED' }, { feeCents: 1100 }),
      startPayment: () => Promise.reject({ code: 'session-expired' }),
      user: async () => person(),
    });
    await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
    await userEvent.click(await screen.findByRole('button', { name: /^11,00\s€ bezahlen$/ }));
    await screen.findByText(/^Ihr Antrag ist unverändert/);
    act(() => session.send({ type: 'session.refused', code: 'session-expired' }));
    await waitFor(() => expect(screen.queryByText(/^Ihr Antrag ist unverändert/)).toBeNull());
  });

  it('cannot be put off without an account: that is said', async () => {
    await showApplication(<PaymentScreen />, {
      process: process({ status: 'COMPLETED' }, { feeCents: 1100, hasUser: false }),
    });
    await screen.findByText(/Ohne Konto können Sie nur bis zum Ende dieser Sitzung zahlen/);
    screen.getByText('Später zahlen geht nur mit Konto');
    expect(screen.queryByText('Später zahlen')).toBeNull();
    expect(screen.queryByRole('link', { name: /Später in meinem Bereich/ })).toBeNull();
    screen.getByText(
      /senden wir Ihren Antrag von selbst ab. Vorgangsnummer und Unterlagen finden Sie danach auf dieser Seite/,
    );
  });

  it('is about the fee of the present data, and says what becomes of money that does not cover it', async () => {
    await showApplication(<PaymentScreen />, {
      process: process(
        {
          status: 'COMPLETED',
          payment: { ...attempt, state: 'paid', amountCents: 6000, method: 'PAYPAL', reference: 'K' },
        },
        { feeCents: 2000, refundDueCents: 6000 },
      ),
    });
    expect((await screen.findByText(/^20,00\s€$/)).className).toBe('sp-amount__value');
    screen.getByText(/frühere Zahlung von 60,00\s€ deckt diese Gebühr nicht/);
    expect(screen.queryByText(/als erstattet vermerkt/)).toBeNull();
  });

  it('says when money that did not cover it was noted as refunded', async () => {
    const returned = { amountCents: 4000, at: '2026-11-27T23:30:00Z' };
    await showApplication(<PaymentScreen />, {
      process: process({ status: 'COMPLETED', returned }, { feeCents: 2000, refundDueCents: 6000 }),
    });
    await screen.findByText(/Davon sind 40,00\s€ als erstattet vermerkt am 28\. November 2026\./);
  });
});
