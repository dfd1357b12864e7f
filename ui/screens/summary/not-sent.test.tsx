import { cleanup, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import { ConflictScreen } from '../conflict/conflict-screen.tsx';
import { PaymentScreen } from '../payment/payment-screen.tsx';
import { ReadyScreen } from '../result/ready-screen.tsx';
import { process, provideWindow } from '../testing/application.tsx';
import { showApplication } from '../testing/show-application.tsx';
import { LoginScreen } from './login-screen.tsx';
import { NoticeScreen } from './notice-screen.tsx';

provideWindow();

const MODE = 'start_and_complete';
const ITSELF = 'Danach senden wir den Antrag von selbst.';

describe('between the confirmation and the sending', () => {
  it.each<[string, ComponentType, Partial<ProcessView['facts']>, string]>([
    ['a decision', ConflictScreen, { conflictOpen: true }, 'Angaben abgleichen und absenden.'],
    [
      'a decision and a fee',
      ConflictScreen,
      { conflictOpen: true, feeCents: 1100 },
      `Angaben abgleichen und bezahlen. ${ITSELF}`,
    ],
    [
      'the notice, a login and a fee',
      NoticeScreen,
      { noticeAllowed: true, hasPostbox: true, mode: MODE, feeCents: 1100 },
      `Zustellung wählen, anmelden und bezahlen. ${ITSELF}`,
    ],
    ['a login', LoginScreen, { mode: MODE }, 'anmelden und absenden.'],
    [
      'a login, already paid',
      LoginScreen,
      { mode: MODE, feeCents: 1100, paidCents: 1100 },
      `anmelden. ${ITSELF}`,
    ],
    ['a fee', PaymentScreen, { feeCents: 1100 }, `bezahlen. ${ITSELF}`],
    ['the button', ReadyScreen, {}, 'absenden.'],
  ])('the page says that nothing is sent, with what is left: %s', async (_, Screen, facts, left) => {
    await showApplication(<Screen />, { process: process({ status: 'COMPLETED' }, facts) });
    const title = await screen.findByRole('heading', { name: /Noch nicht gesendet$/ });
    const box = title.closest('.kern-alert');
    expect(box?.textContent?.trim()).toMatch(new RegExp(`Noch zu tun: ${left}$`));
  });

  it('is not said of a draft, whose data is open', async () => {
    await showApplication(<ConflictScreen />, { process: process({}, { conflictOpen: true }) });
    await screen.findByRole('heading', { name: 'Welche Angaben sollen gelten?' });
    expect(screen.queryByText(/Noch nicht gesendet/)).toBeNull();
  });
});

it.each<[string, Partial<ProcessView['facts']>]>([
  ['Weiter zur Anmeldung', { mode: MODE }],
  ['Weiter zur Zahlung', { feeCents: 1100 }],
  ['Weiter', {}],
  ['Antrag absenden', { feeCents: 1100, paidCents: 1100 }],
])('the choice of the notice leads on: %s', async (name, facts) => {
  const noticed = process({ status: 'COMPLETED' }, { noticeAllowed: true, hasPostbox: true, ...facts });
  await showApplication(<NoticeScreen />, { process: noticed });
  await screen.findByRole('button', { name });
  cleanup();
});
