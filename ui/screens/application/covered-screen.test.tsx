import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ProcessView, ResultView, SubmissionView } from '#contract/process.ts';
import { form, process, provideWindow } from '../testing/application.tsx';
import { person } from '../testing/examples.ts';
import { showApplication } from '../testing/show-application.tsx';
import { CoveredScreen } from './covered-screen.tsx';

provideWindow();

const TICKET = 'SH-2026-11-000815';
const submission: SubmissionView = { step: 'SEAL_DATA', finished: [], ticketNumber: TICKET, retry: null };
const delivered = { step: 'SUBMIT_DATA_TO_AUTHORITY', outcome: 'done' } as const;

const filling = process();
const paying = process({ status: 'PAYMENT_PENDING' }, { feeCents: 1100 });
const sending = process({ status: 'COMPLETED', submission }, { running: true });
const failed = process({ status: 'SUBMIT_FAILURE', submission });
const unfinished = process({
  status: 'SUBMIT_FAILURE',
  submission: { ...submission, finished: [delivered] },
});
const sent = process({ status: 'SUBMITTED', result: { ticketNumber: TICKET } as ResultView });

const IS_SAVED = /Ihre Angaben sind gespeichert|Was Sie eingegeben haben, ist gespeichert/;
const WAS_SENT = /^Ihr Antrag ist gesendet. Sobald Sie sich wieder anmelden/;
const IS_SENT = /^Ihr Antrag wird trotzdem gesendet. Sobald Sie sich wieder anmelden/;

describe('the end of an account’s session', () => {
  const end = async (view: ProcessView, code: 'session-expired' | 'login-required') => {
    const { session } = await showApplication(<CoveredScreen />, {
      process: view,
      form,
      user: async () => person(),
    });
    await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
    act(() => session.send({ type: 'session.refused', code }));
  };

  it.each<[string, ProcessView, RegExp, boolean]>([
    ['while it is filled in', filling, IS_SAVED, false],
    ['while it is paid', paying, IS_SAVED, false],
    ['while it is sent', sending, IS_SENT, true],
    ['after it could not be sent', failed, IS_SAVED, false],
    ['after the authority got it', unfinished, WAS_SENT, true],
    ['after it was sent', sent, WAS_SENT, true],
  ])('says what has become of the application: %s', async (_, view, says, numbered) => {
    await end(view, 'session-expired');
    await screen.findByText(says);
    expect(screen.queryByText(TICKET) !== null).toBe(numbered);
    expect(screen.queryByText(IS_SAVED) !== null).toBe(says === IS_SAVED);
    expect(screen.queryByText(/Eine Zahlung, die Sie begonnen haben/) !== null).toBe(view === paying);
  });

  it('shows no number once the person has logged out elsewhere', async () => {
    await end(sent, 'login-required');
    await screen.findByText(WAS_SENT);
    expect(screen.queryByText(TICKET)).toBeNull();
    expect(screen.queryByText(IS_SAVED)).toBeNull();
  });
});
