import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { PaymentScreen } from '../payment/payment-screen.tsx';
import { ServiceScreen } from '../service/service-screen.tsx';
import { authority, kiel, metadata, service } from '../testing/answers.ts';
import { process } from '../testing/application.tsx';
import { showApplication } from '../testing/show-application.tsx';
import { showPublic } from '../testing/show-public.tsx';

afterEach(cleanup);

const sentence = { de: 'Es ist gestört. Morgen geht es wieder.', en: 'It is disturbed. Try again tomorrow.' };
const leiKaId = service().service.leiKaId;
const atKiel = <ServiceScreen answer={service({ place: kiel, authority, metadata })} />;

describe('a service that is paused', () => {
  it('says so where the start button was, in the language of the page', async () => {
    await showPublic(atKiel, { locale: 'en', pauses: { [`service:${leiKaId}`]: sentence } });
    screen.getByText(sentence.en);
    screen.getByText('You can go on with applications that you have begun, and send them.');
    expect(screen.queryByRole('link', { name: 'Start application' })).toBeNull();
  });

  it('leaves the others as they are', async () => {
    await showPublic(atKiel, { pauses: { 'service:99000000000000': sentence, payment: sentence } });
    screen.getByRole('link', { name: 'Antrag starten' });
    expect(screen.queryByText(sentence.de)).toBeNull();
  });
});

describe('payment that is paused', () => {
  const due = process({ status: 'COMPLETED' }, { feeCents: 1100 });

  it('is told before anybody presses the button', async () => {
    await showApplication(<PaymentScreen />, { process: due, pauses: { payment: sentence } });
    await screen.findByText(sentence.de);
    screen.getByText('Ihr Antrag bleibt, wie er ist. Gesendet ist er noch nicht.');
  });

  it('is told by the refusal to a page that was open before, once and not as an error', async () => {
    const startPayment = () => Promise.reject({ code: 'interrupted', sentence, requestId: 'number-1' });
    await showApplication(<PaymentScreen />, { process: due, startPayment });
    await userEvent.click(await screen.findByRole('button', { name: /^11,00\s€ bezahlen$/ }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(sentence.de);
    expect(alert.textContent).toContain('Das geht gerade nicht');
    expect(alert.textContent).not.toMatch(/Fehler|number-1/);
    expect(screen.getAllByText(sentence.de)).toHaveLength(1);
    screen.getByRole('button', { name: /^11,00\s€ bezahlen$/ });
  });
});
