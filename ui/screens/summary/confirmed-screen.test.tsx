import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { SummaryView } from '#contract/summary.ts';
import { form, process, provideWindow } from '../testing/application.tsx';
import { showApplication } from '../testing/show-application.tsx';
import { ConfirmedScreen } from './confirmed-screen.tsx';

provideWindow();

const never = () => new Promise<never>(() => undefined);
const due = process({ status: 'COMPLETED' }, { feeCents: 1100 });
const summary: SummaryView = {
  lang: 'de',
  version: 1,
  hash: 'a'.repeat(64),
  pages: [
    {
      key: 'p1',
      title: 'Seite Name',
      rows: [{ path: 'owner', label: 'Name', value: 'Ada', kind: 'text', level: 0 }],
    },
  ],
  errors: [],
  feeCents: 1100,
  missedArea: null,
  source: null,
  mail: null,
  statements: [],
  facts: due.facts,
  metadata: due.metadata,
  area: due.area,
};

/** Shows the confirmed data of an application that waits for its payment. */
async function show(view: ProcessView = due, load: () => Promise<SummaryView> = async () => summary) {
  const shown = await showApplication(<ConfirmedScreen />, { process: view, form, summary: load });
  await waitFor(() => expect(shown.application.getSnapshot().context.process).not.toBeNull());
  const sent = vi.spyOn(shown.application, 'send');
  act(() => shown.application.send({ type: 'step.requested', step: 'summary' }));
  return { ...shown, sent };
}

it('shows what was confirmed, that nothing is sent yet, and the way on', async () => {
  const { sent } = await show();
  await screen.findByText('Ada');
  screen.getByRole('heading', { level: 1, name: 'Diese Angaben haben Sie bestätigt' });
  screen.getByText('Ihr Antrag ist noch nicht gesendet.');
  await userEvent.click(screen.getByRole('button', { name: 'Weiter mit dem Antrag' }));
  expect(sent).toHaveBeenLastCalledWith({ type: 'review.ended' });
});

it('lets data be changed, as a whole or on one page, and says that it is confirmed again then', async () => {
  const { sent } = await show();
  await screen.findByText('Sie können noch etwas ändern');
  screen.getByText('Danach bestätigen Sie Ihre Angaben noch einmal.');
  await userEvent.click(screen.getByRole('button', { name: /^Ändern\s*Seite Name$/ }));
  expect(sent).toHaveBeenLastCalledWith({ type: 'data.changeRequested', page: 'p1' });
});

it('lets the data be changed from the beginning', async () => {
  const { sent } = await show();
  await screen.findByText('Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Angaben ändern' }));
  expect(sent).toHaveBeenLastCalledWith({ type: 'data.changeRequested' });
});

it('shows nothing of it while it is loaded', async () => {
  await show(due, never);
  await screen.findByRole('heading', { level: 1, name: 'Diese Angaben haben Sie bestätigt' });
  expect(screen.queryByText('Sie können noch etwas ändern')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Noch einmal versuchen' })).toBeNull();
});

it('says when it could not be loaded, and tries again', async () => {
  const load = vi.fn<() => Promise<SummaryView>>(() =>
    Promise.reject({ code: 'database-unavailable', requestId: 'n-1' }),
  );
  await show(due, load);
  await screen.findByRole('alert');
  expect(screen.queryByText('Sie können noch etwas ändern')).toBeNull();
  load.mockResolvedValue(summary);
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  await screen.findByText('Ada');
});
