import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import type { Problem } from '#machines/kit/problem.ts';
import { texts } from '../testing/show-screen.tsx';
import { ProblemAlert } from './problem-alert.tsx';

afterEach(cleanup);

async function fail(
  before: (field: HTMLElement) => void,
  failed: Problem = { code: 'too-many-anonymous' },
  takeFocus = false,
) {
  const i18n = await texts('de');
  const page = (problem: Problem | null) => (
    <I18nextProvider i18n={i18n}>
      <ProblemAlert problem={problem} takeFocus={takeFocus} />
      <input />
    </I18nextProvider>
  );
  const { rerender } = render(page(null));
  before(screen.getByRole('textbox'));
  rerender(page(failed));
}

it('takes the focus of somebody whose button is gone, wherever on the page that was', async () => {
  await fail(() => undefined);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

it('leaves whoever is writing where they are', async () => {
  await fail((field) => field.focus());
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

it('takes the focus from what is still there where it may be out of sight', async () => {
  await fail((field) => field.focus(), { code: 'saved-answers-code' }, true);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

it('names the number in the log where something failed, not where a wish was answered', async () => {
  await fail(() => undefined, { code: 'internal', requestId: 'req-17' });
  expect(screen.getByText(/req-17/)).toBeTruthy();
  cleanup();
  await fail(() => undefined, { code: 'place-not-covered', requestId: 'req-18' });
  expect(screen.queryByText(/req-18/)).toBeNull();
});

it('says of a code that is none of ours, as a proxy may send it, what it says of a fault', async () => {
  await fail(() => undefined, { code: 'upstream_gone' as Problem['code'] });
  const said = screen.getByRole('alert').textContent;
  cleanup();
  await fail(() => undefined, { code: 'internal' });
  expect(said).toBe(screen.getByRole('alert').textContent);
  expect(said).not.toContain('upstream');
});
