import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StepOutcome, SubmissionStep } from '#domain/submission-step.ts';
import { process, provideWindow } from '../testing/application.tsx';
import { showApplication } from '../testing/show-application.tsx';
import { SubmissionScreen } from './submission-screen.tsx';
import { SubmitFailedScreen } from './submit-failed-screen.tsx';

provideWindow();

describe('a submission', () => {
  const known = { ticketNumber: 'SP-AAAA-BBBB-CCCC', retry: null };
  const finished = (...outcomes: [SubmissionStep, StepOutcome][]) =>
    outcomes.map(([step, outcome]) => ({ step, outcome }));

  it('that is under way says what there was nothing to do for', async () => {
    const submission = {
      ...known,
      step: 'CREATE_RECEIPT' as const,
      finished: finished(
        ['GET_FILES', 'nothingToDo'],
        ['CREATE_MESSAGE_ID', 'done'],
        ['SUBMIT_DATA_TO_POSTBOX', 'nothingToDo'],
      ),
    };
    await showApplication(<SubmissionScreen />, {
      process: process({ status: 'COMPLETED', submission }, { running: true }),
    });
    await screen.findByText('Es gibt keine Dateien. Geprüft werden Ihre Angaben.');
    screen.getByText('Keine Nachricht an ein Postfach: Zu diesem Antrag gehört keines.');
    cleanup();
    const refused = { ...submission, finished: finished(['SUBMIT_DATA_TO_POSTBOX', 'refused']) };
    await showApplication(<SubmissionScreen />, {
      process: process({ status: 'COMPLETED', submission: refused }, { running: true }),
    });
    await screen.findByText(/Postfach hat unsere Nachricht nicht angenommen/);
    expect(screen.queryByText(/keine Dateien/)).toBeNull();
  });

  it.each([
    ['an account', true, /finden Sie den Antrag mit allen Angaben in Ihrem Bereich/, null],
    ['no account', false, /löschen wir Ihre Angaben/, 'Notieren Sie Ihre Vorgangsnummer'],
  ] as const)(
    'that is tried again says until when, and what then, to a person with %s',
    async (_, hasUser, then, note) => {
      const retry = {
        reason: 'partnerAway' as const,
        nextTryAt: '2026-11-20T12:04:00Z',
        tryUntil: '2026-11-27T12:00:00Z',
      };
      const submission = {
        ...known,
        step: 'waiting' as const,
        finished: finished(['SEAL_DATA', 'done']),
        retry,
      };
      const facts = { running: true, hasUser, paidCents: 900 };
      await showApplication(<SubmissionScreen />, {
        process: process({ status: 'PAID', submission }, facts),
      });
      await screen.findByText(/längstens bis 27. November 2026 um 13:00 Uhr. Sie müssen nichts tun/);
      screen.getByText('Nächster Versuch: 20. November 2026 um 13:04 Uhr.');
      screen.getByText(then);
      screen.getByText('SP-AAAA-BBBB-CCCC');
      screen.getByText('Wartet');
      expect(screen.queryByText('Aktuell')).toBeNull();
      expect(screen.queryByText(/merken wir dann zur Erstattung vor/) !== null).toBe(!hasUser);
      if (note) screen.getByText(note);
      expect(screen.queryByText('Bitte lassen Sie diese Seite offen')).toBeNull();
    },
  );

  it('that the authority does not take at present says so, and not that somebody is away', async () => {
    const retry = { reason: 'notTaken' as const, nextTryAt: null, tryUntil: '2026-11-27T12:00:00Z' };
    const submission = { ...known, step: 'waiting' as const, finished: [], retry };
    await showApplication(<SubmissionScreen />, {
      process: process({ status: 'COMPLETED', submission }, { running: true, hasUser: true }),
    });
    await screen.findByText(/System der Behörde nimmt diesen Antrag zurzeit nicht entgegen/);
    screen.getByText(/finden Sie den Antrag mit allen Angaben in Ihrem Bereich/);
    expect(screen.queryByText(/nicht erreichbar/)).toBeNull();
  });

  it('that has arrived and lacks its receipt says that the authority has it', async () => {
    const retry = { reason: 'partnerAway' as const, nextTryAt: null, tryUntil: '2026-11-27T12:00:00Z' };
    const arrived = finished(['SUBMIT_DATA_TO_AUTHORITY', 'done']);
    const submission = { ...known, step: 'SUBMIT_DATA_TO_POSTBOX' as const, finished: arrived, retry };
    await showApplication(<SubmissionScreen />, {
      process: process({ status: 'PAID', submission }, { running: true }),
    });
    await screen.findByText('Die Behörde hat Ihren Antrag erhalten');
    expect(screen.queryByText(/Nächster Versuch/)).toBeNull();
    expect(screen.queryByText(/löschen wir/)).toBeNull();
  });

  it.each([
    ['before the authority had it', finished(['SEAL_DATA', 'done']), /noch nicht erhalten/, true],
    [
      'after the authority had it',
      finished(['SUBMIT_DATA_TO_AUTHORITY', 'done']),
      /schon an die Behörde übermittelt/,
      false,
    ],
  ] as const)(
    'that failed %s says so, and offers a change only where nothing is there yet',
    async (_, steps, text, mayChange) => {
      const submission = { ...known, step: 'SUBMISSION_FAILURE' as const, finished: steps };
      await showApplication(<SubmitFailedScreen />, {
        process: process({ status: 'SUBMIT_FAILURE', submission }),
      });
      await screen.findByText(text);
      expect(screen.queryByRole('button', { name: 'Angaben ändern' }) !== null).toBe(mayChange);
    },
  );
});

it('a submission that failed says what is safe and whom to call', async () => {
  await showApplication(<SubmitFailedScreen />, { process: process({ status: 'SUBMIT_FAILURE' }) });
  await screen.findByText(/rufen Sie den Kundenservice an: Montag bis Freitag von 8 bis 18 Uhr/);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain('tel:+494066969001');
  expect(links).toContain('mailto:service@testportal.example');
});

it.each([true, false])(
  'a submission that failed says what becomes of a payment: kept = %s',
  async (hasUser) => {
    await showApplication(<SubmitFailedScreen />, {
      process: process({ status: 'SUBMIT_FAILURE' }, { hasUser, paidCents: 900 }),
    });
    await screen.findByText(/Ihre Zahlung ist vermerkt/);
    expect(screen.queryByText(/Geht der Antrag verloren, merken wir das Geld/) !== null).toBe(!hasUser);
  },
);

it.each([
  ['away', /für längere Zeit nicht erreichbar/, /in einigen Tagen noch einmal/],
  ['notTaken', /nimmt Ihren Antrag so nicht an/, /Noch einmal senden hilft wahrscheinlich nicht/],
] as const)(
  'a submission that was given up (%s) says why, the way on, and what becomes of the fee',
  async (givenUp, why, onwards) => {
    const submission = {
      step: 'SUBMISSION_FAILURE' as const,
      ticketNumber: 'SP-ABCD-EFGH-JKMN',
      retry: null,
      finished: [],
      givenUp,
    };
    const { facts } = process();
    await showApplication(<SubmitFailedScreen />, {
      process: process({
        status: 'SUBMIT_FAILURE',
        submission,
        facts: { ...facts, hasUser: true, paidCents: 6000 },
      }),
    });
    await screen.findByText(why);
    screen.getByText(onwards);
    screen.getByText(/Dann merken wir 60,00\s€ zur Erstattung vor/);
    expect(screen.queryByText(/in einigen Minuten/)).toBeNull();
  },
);
