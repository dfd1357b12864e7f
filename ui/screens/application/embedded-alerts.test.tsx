import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { RefusedFile } from '#contract/process-calls.ts';
import { type EmbeddedActor, type FormActor, LocaleProvider } from '../shared/portal-context.tsx';
import { form as definition, process } from '../testing/application.tsx';
import { provideDialogs } from '../testing/dialogs.ts';
import { showApplication } from '../testing/show-application.tsx';
import { texts } from '../testing/show-screen.tsx';
import { EmbeddedAlerts } from './embedded-alerts.tsx';

beforeAll(provideDialogs);
afterEach(cleanup);
Element.prototype.scrollIntoView ??= () => undefined;

/** Returns an actor that rests in a state that matches nothing in particular. */
const resting = (context: object) => ({
  getSnapshot: () => ({ context, children: {}, matches: () => false }),
  subscribe: () => ({ unsubscribe: () => undefined }),
});

async function show(refusedFiles: readonly RefusedFile[]): Promise<void> {
  const embedded = resting({ isIncomplete: true, isExpiring: false, over: null, refusedFiles });
  const form = resting({ problem: null, frame: null });
  render(
    <I18nextProvider i18n={await texts('de')}>
      <LocaleProvider value="de">
        <EmbeddedAlerts form={form as unknown as FormActor} embedded={embedded as unknown as EmbeddedActor} />
      </LocaleProvider>
    </I18nextProvider>,
  );
}

it('names the file that cannot be taken, its field and why', async () => {
  const label = { de: 'Prüfungszeugnis', en: 'Examination certificate' };
  await show([{ name: 'zeugnis.pdf', label, code: 'file-damaged' }]);
  screen.getByText('Eine Datei können wir nicht annehmen');
  screen.getByText(
    '„zeugnis.pdf“ („Prüfungszeugnis“): Die Datei ist beschädigt, nicht vollständig oder ungewöhnlich aufgebaut. Bitte entfernen Sie sie im Formular, und wählen Sie eine andere.',
  );
  expect(screen.queryByText(/^Das Formular ist noch nicht vollständig/)).toBeNull();
});

it('sends back to the form where it is not because of a file', async () => {
  await show([]);
  screen.getByText('Es fehlt noch etwas');
  screen.getByText(/^Das Formular ist noch nicht vollständig/);
});

type At = { stage: string; context?: object; saving?: string };

/** Shows the notices of a frame at a stage, over what saves its entries. */
async function showAt({ stage, context = {}, saving = 'clean' }: At) {
  const send = vi.fn();
  const states: Record<string, unknown> = {
    connecting: { frame: { present: 'connecting' } },
    slow: { frame: { present: { connecting: 'slow' } } },
    ready: { frame: { present: 'ready' } },
    lost: { frame: 'lost' },
    refused: { frame: 'refused' },
    outdated: { frame: 'outdated' },
    leaving: { leaving: 'storing' },
  };
  const subscribe = () => ({ unsubscribe: () => undefined });
  const savingNow = {
    value: saving,
    matches: () => false,
    context: { savedAt: null, problem: null, content: {}, attempts: 0 },
  };
  const children = { saving: { getSnapshot: () => savingNow, subscribe } };
  const snapshot = {
    context: { isIncomplete: false, isExpiring: false, over: null, refusedFiles: [], ...context },
    children,
    matches: (state: unknown) => JSON.stringify(state) === JSON.stringify(states[stage]),
  };
  const embedded = { getSnapshot: () => snapshot, subscribe, send };
  const form = {
    getSnapshot: () => ({ context: { pendingFiles: [], evaluation: { hidden: new Set() } }, children }),
    subscribe,
  };
  const shown = await showApplication(
    <EmbeddedAlerts form={form as unknown as FormActor} embedded={embedded as unknown as EmbeddedActor} />,
    { process: process(), form: definition },
  );
  return { ...shown, send };
}
const isPolite = (text: string) =>
  screen.getByText(text).closest('[aria-live="polite"], [role="status"]') !== null;
const isUrgent = (text: string) =>
  screen.getByText(text).closest('[aria-live="assertive"], [role="alert"]') !== null;
const AGAIN = 'Formular noch einmal öffnen';

it('a frame that is only being opened is not talked about', async () => {
  const { container } = await showAt({ stage: 'connecting', context: { isExpiring: true } });
  expect(container.textContent).toBe('');
});

it('a frame that takes long is said to, and that nothing is lost', async () => {
  await showAt({ stage: 'slow' });
  expect(isPolite('Das Formular braucht noch einen Moment')).toBe(true);
  screen.getByText(/Es ist nichts verloren gegangen/);
});

it('a form that closes soon is named while it is open', async () => {
  await showAt({ stage: 'ready', context: { isExpiring: true } });
  expect(isPolite('Das Formular schließt sich bald')).toBe(true);
});

it('what is missing interrupts, and is brought into view', async () => {
  const into = vi.spyOn(Element.prototype, 'scrollIntoView');
  await showAt({ stage: 'ready', context: { isIncomplete: true } });
  expect(isUrgent('Es fehlt noch etwas')).toBe(true);
  expect(into).toHaveBeenCalledWith({ block: 'center' });
});

it('the person reads that the entries are taken over, unless nothing can be saved', async () => {
  const first = await showAt({ stage: 'leaving' });
  screen.getByText('Ihre Angaben werden übernommen …');
  first.unmount();
  await showAt({ stage: 'leaving', saving: 'locked' });
  await screen.findByText('Ihre Angaben werden nicht gespeichert');
  expect(screen.queryByText('Ihre Angaben werden übernommen …')).toBeNull();
});

it.each([
  ['lost', 'Das Formular ist nicht mehr geöffnet.'],
  ['refused', 'Das Formular wurde geschlossen.'],
  ['outdated', 'Es gibt einen neueren Stand'],
])('a form that is %s says so instead, and opens again', async (stage, title) => {
  const over = { code: 'form-server-unavailable', requestId: 'n-1' };
  const { send } = await showAt({ stage, context: { over, isIncomplete: true } });
  expect(isUrgent(title)).toBe(true);
  expect(screen.queryByText(/Öffnen Sie das Formular noch einmal/) !== null).toBe(stage === 'outdated');
  expect(screen.queryByText('Es fehlt noch etwas')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: AGAIN }));
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'retry.requested' });
});
