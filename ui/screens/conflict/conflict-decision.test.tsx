import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { ConflictView } from '#contract/conflict.ts';
import type { ProcessView } from '#contract/process.ts';
import type { LoginProviderId } from '#domain/login.ts';
import { conflictMachine } from '#machines/conflict/conflict.machine.ts';
import { texts } from '../testing/show-screen.tsx';
import { ConflictDecision } from './conflict-decision.tsx';

afterEach(cleanup);

const difference = (key: string) => ({
  key,
  page: 'person',
  label: key,
  own: 'Rahmi',
  account: 'Rahimi',
  locked: false,
});

it.each<[LoginProviderId, string]>([
  ['nkb', 'aus dem Konto übernehmen'],
  ['eid', 'aus dem Ausweis übernehmen'],
])(
  'after a login with %s all values can be taken at once, and it is said from where',
  async (providerId, words) => {
    const conflict: ConflictView = {
      version: 1,
      hash: 'h',
      lang: 'de',
      source: { providerId, trustLevel: 'high', at: '2026-11-20T12:00:00Z' },
      differences: [difference('Nachname'), difference('Vorname')],
    };
    const flow = createActor(
      conflictMachine.provide({ actors: { loadConflict: fromPromise(async () => conflict) } }),
      {
        input: {
          processId: 'p-1',
          locale: 'de',
          parent: createActor(conflictMachine, { input: {} as never }),
        },
      },
    ).start();
    render(
      <I18nextProvider i18n={await texts('de')}>
        <ConflictDecision flow={flow} conflict={conflict} />
      </I18nextProvider>,
    );
    await waitFor(() => expect(flow.getSnapshot().context.conflict).not.toBeNull());
    await userEvent.click(screen.getByRole('button', { name: `Alle ${words}` }));
    await screen.findByText(`Für alle Angaben gewählt: ${words}`);
  },
);

it('what is not chosen yet is said at its field, and nothing is decided before', async () => {
  const conflict: ConflictView = {
    version: 1,
    hash: 'h',
    lang: 'de',
    source: { providerId: 'nkb', trustLevel: 'high', at: '2026-11-20T12:00:00Z' },
    differences: [difference('Nachname'), difference('Vorname')],
  };
  const decide = vi.fn(() => new Promise<ProcessView>(() => undefined));
  const flow = createActor(
    conflictMachine.provide({
      actors: { loadConflict: fromPromise(async () => conflict), decideConflict: fromPromise(decide) },
    }),
    {
      input: { processId: 'p-1', locale: 'de', parent: createActor(conflictMachine, { input: {} as never }) },
    },
  ).start();
  render(
    <I18nextProvider i18n={await texts('de')}>
      <ConflictDecision flow={flow} conflict={conflict} />
    </I18nextProvider>,
  );
  await waitFor(() => expect(flow.getSnapshot().context.conflict).not.toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(
    (await screen.findAllByText(/^Bitte wählen Sie, was für „Nachname“ gelten soll/)).length,
  ).toBeGreaterThan(0);
  expect(decide).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Alle meine Eingaben behalten' }));
  expect(screen.queryByText(/^Bitte wählen Sie/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
  await waitFor(() => expect(decide).toHaveBeenCalledTimes(1));
});
