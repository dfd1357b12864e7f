import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import type { RefusedFile } from '#contract/process-calls.ts';
import { type EmbeddedActor, type FormActor, LocaleProvider } from '../shared/portal-context.tsx';
import { texts } from '../testing/show-screen.tsx';
import { EmbeddedAlerts } from './embedded-alerts.tsx';

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
