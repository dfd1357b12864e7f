import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { EditedElsewhere, EditingView } from '#contract/editing.ts';
import { windowsMachine } from '#machines/windows/windows.machine.ts';
import type { ReportQuery, WindowQuery } from '#machines/windows/windows.types.ts';
import { form, ID, process, provideWindow } from '../testing/application.tsx';
import { showApplication } from '../testing/show-application.tsx';
import { NOW } from '../testing/show-screen.tsx';
import { EditingAlert } from './editing-alert.tsx';

provideWindow();
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);
const elsewhere = (place: EditedElsewhere['place'], since: string): EditingView => ({
  elsewhere: { place, since },
  wanted: false,
  againMs: 0,
});
const own: EditingView = { elsewhere: null, wanted: false, againMs: 0 };

/** Shows the notice; `answers` are the server's, in their order. */
async function show(answers: EditingView[], takeOver: () => Promise<EditingView> = never) {
  const reports = [...answers];
  const taking = vi.fn(takeOver);
  const windows = createActor(
    windowsMachine.provide({
      actors: {
        report: fromPromise<EditingView, ReportQuery>(async () => reports.shift() ?? never()),
        takeOver: fromPromise<EditingView, WindowQuery>(taking),
      },
    }),
  ).start();
  windows.send({ type: 'application.shown', processId: ID });
  await waitFor(() => expect(windows.getSnapshot().matches({ open: 'elsewhere' })).toBe(true));
  const shown = await showApplication(<EditingAlert />, { process: process(), form, beside: { windows } });
  return { ...shown, windows, taking };
}
const AGO = '2026-11-20T11:30:00Z';

describe('an application that another window edits', () => {
  it('can only be read here, and says where it is edited and what going on here means', async () => {
    await show([elsewhere('window', AGO)]);
    const title = screen.getByText('Dieser Antrag wurde schon in einem anderen Fenster geöffnet');
    expect(title.closest('[aria-live="polite"], [role="status"]')).not.toBeNull();
    screen.getByText(/können Sie den Antrag lesen, aber nicht ändern/);
    screen.getByText(/^Möchten Sie hier weitermachen\?/);
    expect(screen.queryByText(/^Das war:/)).toBeNull();
    expect(screen.queryByText(/sind gespeichert\.$/)).toBeNull();
  });

  it('is named on another device', async () => {
    await show([elsewhere('device', AGO)]);
    screen.getByText(/^Dieser Antrag wurde schon auf einem anderen Gerät/);
  });

  it('is taken over once, and says that this takes a moment', async () => {
    const { taking } = await show([elsewhere('window', AGO)]);
    const button = screen.getByRole('button', { name: 'Bearbeitung hier aktivieren' });
    await userEvent.click(button);
    await userEvent.click(button);
    expect(taking).toHaveBeenCalledTimes(1);
    screen.getByText(/^Ihre Eingaben aus dem anderen Fenster werden gespeichert/);
    expect(screen.queryByText(/^Möchten Sie hier weitermachen/)).toBeNull();
  });

  it('says why it could not be taken over, and can be tried again', async () => {
    const { taking } = await show([elsewhere('window', AGO)], () =>
      Promise.reject({ code: 'database-unavailable', requestId: 'n-1' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Bearbeitung hier aktivieren' }));
    await screen.findByText(/^Das Portal kann gerade nichts speichern/);
    await userEvent.click(screen.getByRole('button', { name: 'Bearbeitung hier aktivieren' }));
    await waitFor(() => expect(taking).toHaveBeenCalledTimes(2));
  });
});

describe('an application that another window has taken over', () => {
  it.each([
    ['today', AGO, 'Das war: heute um 12:30 Uhr.'],
    ['earlier', '2026-11-18T11:30:00Z', 'Das war: 18. November 2026 um 12:30.'],
  ])('says when that was: %s', async (_, since, when) => {
    await show([own, elsewhere('window', since)]);
    screen.getByText('Sie haben die Bearbeitung in einem anderen Fenster aktiviert');
    screen.getByText(when);
  });

  it('says whether the last entries of this window were saved', async () => {
    const { application } = await show([own, elsewhere('window', AGO)]);
    await screen.findByText('Ihre Eingaben aus diesem Fenster sind gespeichert.');
    const filling = application.getSnapshot().children.form!;
    await waitFor(() => expect(filling.getSnapshot().matches('open')).toBe(true));
    act(() => filling.send({ type: 'value.changed', path: 'owner', value: 'Ada' }));
    await screen.findByText(/^Ihre letzten Eingaben in diesem Fenster konnten nicht gespeichert werden/);
  });
});

describe('the focus', () => {
  const page = () => {
    const main = document.createElement('main');
    main.id = 'main';
    main.tabIndex = -1;
    main.innerHTML = '<button>free</button><fieldset disabled><p tabindex="-1">locked</p></fieldset>';
    document.body.append(main);
    return main;
  };
  afterEach(() => document.getElementById('main')?.remove());

  it('goes to the notice where it was nowhere, and to the page when the notice goes', async () => {
    const main = page();
    const { unmount } = await show([elsewhere('window', AGO)]);
    expect(document.activeElement?.className).toBe('sp-editing');
    (document.activeElement as HTMLElement).blur();
    unmount();
    expect(document.activeElement).toBe(main);
  });

  it('leaves a field that cannot be used any more', async () => {
    page().querySelector('p')?.focus();
    expect(document.activeElement?.textContent).toBe('locked');
    await show([elsewhere('window', AGO)]);
    expect(document.activeElement?.className).toBe('sp-editing');
  });

  it('stays where the person is', async () => {
    const button = page().querySelector('button')!;
    button.focus();
    const { unmount } = await show([elsewhere('window', AGO)]);
    expect(document.activeElement).toBe(button);
    unmount();
    expect(document.activeElement).toBe(button);
  });
});
