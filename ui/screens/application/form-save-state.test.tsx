import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FormActor } from '../shared/portal-context.tsx';
import { form as definition, process, provideWindow } from '../testing/application.tsx';
import { person } from '../testing/examples.ts';
import { showApplication } from '../testing/show-application.tsx';
import { FormSaveState } from './form-save-state.tsx';

provideWindow();

const subscribe = () => ({ unsubscribe: () => undefined });
const AT = '2026-11-20T11:30:00Z';

type Saving = {
  /** State of what saves the form (saving.machine.ts). */
  value: string;
  savedAt?: string;
  attempts?: number;
  secondsLeft?: number;
  problem?: object;
  file?: 'sending' | 'failed';
};

/** A form that rests in a state of saving. */
function formIn({ value, savedAt, attempts = 0, secondsLeft, problem, file }: Saving): FormActor {
  const saving = {
    value,
    context: {
      savedAt: savedAt ?? null,
      attempts,
      secondsLeft: secondsLeft ?? null,
      problem: problem ?? null,
      content: {},
    },
    matches: (state: unknown) => state === value,
  };
  const snapshot = {
    context: {
      pendingFiles: file ? [{ path: 'proof', stage: file, loaded: 0 }] : [],
      evaluation: { hidden: new Set() },
    },
    children: { saving: { getSnapshot: () => saving, subscribe } },
  };
  return { getSnapshot: () => snapshot, subscribe } as unknown as FormActor;
}

const show = async (saving: Saving, hasUser = true) => {
  const shown = await showApplication(<FormSaveState form={formIn(saving)} />, {
    process: process({}, { hasUser }),
    form: definition,
    user: async () => person(hasUser ? {} : { providerType: 'pseudo' }),
  });
  await waitFor(() => expect(shown.application.getSnapshot().context.process).not.toBeNull());
  return shown;
};
const KEPT = 'Nur für diese Sitzung gespeichert';

describe('what is said of the entries of an account', () => {
  it.each<[Saving, RegExp]>([
    [{ value: 'clean', savedAt: AT }, /^Gespeichert 12:30/],
    [{ value: 'dirty' }, /^Wird gespeichert …$/],
    [{ value: 'sending' }, /^Wird gespeichert …$/],
    [{ value: 'sending', attempts: 1 }, /^Noch nicht gespeichert. Wir versuchen es weiter$/],
    [{ value: 'pausing', attempts: 1, secondsLeft: 5 }, /^Wird in 5 Sekunden erneut gespeichert$/],
    [{ value: 'conflict' }, /^Noch nicht gespeichert$/],
    [{ value: 'refused' }, /^Noch nicht gespeichert$/],
    [{ value: 'elsewhere' }, /^Noch nicht gespeichert$/],
    [
      { value: 'locked', problem: { code: 'session-expired' } },
      /^Nicht gespeichert: Ihre Sitzung ist beendet$/,
    ],
    [
      { value: 'locked', problem: { code: 'trust-level-too-low', trustLevel: 'high' } },
      /^Noch nicht gespeichert$/,
    ],
    [{ value: 'clean', savedAt: AT, file: 'sending' }, /^Dateien werden hochgeladen …$/],
    [{ value: 'clean', savedAt: AT, file: 'failed' }, /^Nicht alle Dateien sind hochgeladen$/],
  ])('%j', async (saving, text) => {
    await show(saving);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.queryByText(KEPT)).toBeNull();
  });

  it('is nothing as long as nothing was entered', async () => {
    const { container } = await show({ value: 'clean' });
    expect(container.textContent).toBe('');
  });
});

describe('what is said of entries without an account', () => {
  it.each<Saving>([{ value: 'clean', savedAt: AT }, { value: 'clean' }, { value: 'sending' }])(
    'never that they are saved for longer: %j',
    async (saving) => {
      await show(saving, false);
      expect((await screen.findAllByText(KEPT)).length).toBeGreaterThan(0);
      expect(screen.queryByText(/^Gespeichert|^Wird gespeichert/)).toBeNull();
    },
  );
});

describe('after the end of the session', () => {
  const OVER = 'Nicht mehr gespeichert: Sitzung beendet';
  it.each<[Saving, boolean, boolean]>([
    [{ value: 'clean', savedAt: AT }, true, false],
    [{ value: 'pausing', secondsLeft: 5 }, true, true],
    [{ value: 'clean', savedAt: AT }, false, true],
  ])('only what an account has is said to be saved: %j, %s', async (saving, hasUser, isOver) => {
    const { session } = await show(saving, hasUser);
    await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
    act(() => session.send({ type: 'session.refused', code: 'session-expired' }));
    expect(screen.queryAllByText(OVER).length > 0).toBe(isOver);
    expect(screen.queryAllByText(/^Gespeichert/).length > 0).toBe(!isOver);
  });
});
