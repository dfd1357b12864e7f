import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { SentHere } from '#contract/auth.ts';
import type { RestoredAnswers } from '#contract/saved-answers.ts';
import type { MetadataView } from '#contract/shapes.ts';
import type { ApplicationStart } from '#machines/application/application.types.ts';
import { restoringMachine } from '#machines/restoring/restoring.machine.ts';
import type { ChosenAnswers } from '#machines/restoring/restoring.types.ts';
import { hrefOf } from '../shared/paths.ts';
import { metadata } from '../testing/answers.ts';
import { form, ID, process, provideWindow } from '../testing/application.tsx';
import { person } from '../testing/examples.ts';
import { type ApplicationService, showApplication } from '../testing/show-application.tsx';
import { StartScreen } from './start-screen.tsx';

provideWindow();

const never = () => new Promise<never>(() => undefined);
const leiKaId = metadata.leiKaId;
const AREA = '010020000000';
const beginning = { kind: 'service', leiKaId, area: AREA } as const;
type Given = { file: ChosenAnswers; code: string };

/** Shows the start of an application for a form. */
async function show(
  service: Partial<ApplicationService> = {},
  {
    offer = {},
    handover,
    restore = never,
  }: {
    offer?: Partial<MetadataView>;
    handover?: Extract<ApplicationStart, { kind: 'service' }>['handover'];
    restore?: (given: Given) => Promise<RestoredAnswers>;
  } = {},
) {
  const restoring = createActor(
    restoringMachine.provide({
      actors: { restoreAnswers: fromPromise<RestoredAnswers, Given>(({ input }) => restore(input)) },
    }),
  ).start();
  const shown = await showApplication(<StartScreen />, {
    process: process({}, { hasUser: false }),
    form,
    start: { ...beginning, ...(handover && { handover }) },
    offer: async () => ({ offer: { ...metadata, needed: ['Impfpass'], ...offer }, areaName: 'Kiel' }),
    draft: async () => null,
    openAnonymousSession: async () => undefined,
    beside: { restoring },
    ...service,
  });
  await screen.findByRole('heading', { level: 1, name: /Anmeldung zur Hundesteuer/ });
  return shown;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the start of an application', () => {
  it('says for which place it is and what is needed, and lets the place be changed', async () => {
    await show();
    screen.getByText('Für Kiel');
    screen.getByRole('heading', { level: 2, name: 'Das brauchen Sie' });
    screen.getByText('Impfpass');
    screen.getByText('Für einen anderen Ort?');
    await screen.findByRole('heading', { level: 2, name: 'Wie möchten Sie starten?' });
    screen.getByText('Mit gesicherter Datei weitermachen');
  });

  it('begins once, under the finger, and tells who hears the page', async () => {
    const startProcess = vi.fn(never);
    await show({ startProcess });
    expect((await screen.findAllByRole('status')).map(({ textContent }) => textContent)).not.toContain(
      'Ihr Antrag wird vorbereitet',
    );
    await press('Ohne Konto starten');
    await waitFor(() => expect(startProcess).toHaveBeenCalledTimes(1));
    const button = screen.getByRole('button', { name: 'Ihr Antrag wird vorbereitet' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
        'Ihr Antrag wird vorbereitet',
      ),
    );
  });

  it.each([
    ['place-not-covered', true],
    ['database-unavailable', false],
  ])(
    'that is refused says why, and leads to the service only where another try does not help: %s',
    async (code, leads) => {
      await show({ startProcess: () => Promise.reject({ code, requestId: 'n-1' }) });
      await press('Ohne Konto starten');
      const alert = await screen.findByRole('alert');
      const links = within(alert)
        .queryAllByRole('link')
        .map((link) => link.getAttribute('href'));
      expect(links.includes(hrefOf.service('de', leiKaId))).toBe(leads);
    },
  );

  it('knows a draft, which is continued where it was left', async () => {
    const draft = process({ availableUntil: '2026-12-20T12:00:00Z' }, { hasUser: false });
    const { application } = await show({ draft: async () => draft });
    await screen.findByText('Sie haben diesen Antrag schon begonnen, aber nicht gesendet');
    screen.getByText(/^Sie haben ihn in dieser Sitzung ohne Konto begonnen/);
    screen.getByRole('heading', { name: 'Oder einen neuen Antrag starten' });
    screen.getByText(/Ihr begonnener Antrag bleibt bestehen/);
    await press('Weitermachen');
    await waitFor(() => expect(application.getSnapshot().context.process?.id).toBe(ID));
  });

  it('says until when an account keeps the draft', async () => {
    const account = person() as never;
    await show({ account, user: async () => person(), draft: async () => process() });
    await screen.findByText(/^Ihr Entwurf ist bis 20\. Dezember 2026 gespeichert/);
  });
});

describe('an application that was sent in this session', () => {
  const last: SentHere = {
    id: ID,
    ticketNumber: 'SP-1',
    leiKaId,
    service: { de: 'Hundesteuer', en: 'Dog tax' },
    submittedAt: '2026-11-20T10:00:00Z',
  };
  const visitor = (sentHere: SentHere[]) => async () => person({ providerType: 'pseudo', sentHere });

  it('is found again at the start of the same service', async () => {
    await show({ user: visitor([{ ...last, leiKaId: '99000000000000', ticketNumber: 'SP-0' }, last]) });
    await screen.findByText('Sie haben diesen Antrag schon gesendet');
    screen.getByText(/^Gesendet am 20\. November 2026 um 11:00, ohne Konto/);
    screen.getByText('Vorgangsnummer: SP-1');
    expect(screen.getByRole('link', { name: 'Gesendeten Antrag ansehen' }).getAttribute('href')).toBe(
      hrefOf.process('de', ID),
    );
  });

  it('is said to be on its way while it is', async () => {
    await show({ user: visitor([{ ...last, submittedAt: null }]) });
    await screen.findByText('Er wird gerade gesendet, ohne Konto.');
    expect(screen.queryByText(/^Gesendet am/)).toBeNull();
  });

  it('of another service is not named', async () => {
    const { session } = await show({ user: visitor([{ ...last, leiKaId: '99000000000000' }]) });
    await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
    expect(screen.queryByText('Sie haben diesen Antrag schon gesendet')).toBeNull();
  });
});

describe('who comes from another portal', () => {
  const from = (data: 'none' | 'fits' | 'unfit') => ({ id: ID, sender: 'Portal Nachbarland', data }) as never;

  it('keeps the place, and opens no saved file', async () => {
    await show({}, { handover: from('none') });
    expect(screen.queryByText('Mit gesicherter Datei weitermachen')).toBeNull();
    expect(screen.queryByText('Für einen anderen Ort?')).toBeNull();
    expect(screen.queryByText(/^Portal Nachbarland hat Angaben/)).toBeNull();
  });

  it.each([
    ['fits', 'Angaben aus dem anderen Portal', /^Portal Nachbarland hat Angaben über Sie mitgeschickt/],
    ['unfit', 'Angaben konnten nicht übernommen werden', /^Portal Nachbarland.*die nicht in dieses Formular/],
  ] as const)('reads what has become of what was sent along: %s', async (data, title, text) => {
    await show({}, { handover: from(data) });
    screen.getByText(title);
    screen.getByText(text);
  });
});

describe('answers that were kept as a file', () => {
  const file = new File(['sealed'], 'hundesteuer.antrag');
  const restored = (change: Partial<RestoredAnswers> = {}): RestoredAnswers => ({
    process: process({}, { hasUser: false }),
    changed: false,
    page: null,
    files: 0,
    ...change,
  });
  const choose = () => userEvent.upload(screen.getByLabelText(/^Gesicherte Datei/), file);
  const typeCode = () => userEvent.type(screen.getByLabelText(/^Code/), 'K7QM-3XWD-9PTA');
  const submit = () => fireEvent.submit(screen.getByLabelText(/^Code/).closest('form')!);

  it('need the file and the code: what is missing is said at its field, which gets the focus', async () => {
    const restore = vi.fn(never);
    await show({}, { restore });
    expect(screen.queryByText(/Ihr begonnener Antrag bleibt bestehen/)).toBeNull();
    submit();
    await screen.findByText('Bitte wählen Sie die Datei, die Sie gesichert haben.');
    const field = screen.getByLabelText(/^Gesicherte Datei/);
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await choose();
    submit();
    await screen.findByText('Bitte geben Sie den Code ein, den Sie aufgeschrieben haben.');
    expect(document.activeElement).toBe(screen.getByLabelText(/^Code/));
    expect(restore).not.toHaveBeenCalled();
  });

  it('are opened once, with what was given', async () => {
    const restore = vi.fn((_: Given) => never());
    await show({}, { restore });
    await choose();
    await typeCode();
    await press('Datei öffnen');
    const opening = await screen.findByText('Datei wird geöffnet …');
    expect(opening.closest('button')?.getAttribute('aria-disabled')).toBe('true');
    submit();
    expect(restore).toHaveBeenCalledExactlyOnceWith({ file, code: 'K7QM-3XWD-9PTA' });
  });

  it('that belong to another service lead there', async () => {
    const startOver = { leiKaId: '99000000000000', area: AREA };
    const restore = () => Promise.reject({ code: 'saved-answers-other-form', requestId: null, startOver });
    await show({}, { restore });
    await choose();
    await typeCode();
    submit();
    const link = await screen.findByRole('link', { name: 'Zum Antrag, zu dem die Datei gehört' });
    expect(link.getAttribute('href')).toBe(hrefOf.start('de', '99000000000000', AREA));
    const alert = link.closest('[role="alert"]')!;
    expect(alert.textContent).toContain('Die Datei wurde nicht geöffnet');
    await waitFor(() => expect(alert.contains(document.activeElement)).toBe(true));
  });

  it.each<[Partial<RestoredAnswers>, RegExp[], RegExp[]]>([
    [{}, [], [/^Das Formular hat sich geändert/, /hochgeladen/]],
    [{ changed: true }, [/^Das Formular hat sich geändert.*prüfen Sie Ihre Angaben\.$/], [/hochgeladen/]],
    [{ changed: true, page: 'Hund' }, [/zuerst auf der Seite „Hund“/], [/hochgeladen/]],
    [{ files: 2 }, [/^2 Dokumente waren hochgeladen/], [/^Das Formular hat sich geändert/]],
  ])('become an application of their own, with what to look at: %j', async (change, says, saysNot) => {
    await show({}, { restore: async () => restored(change) });
    await choose();
    await typeCode();
    submit();
    await screen.findByText('Ihre Angaben sind wieder da');
    screen.getByText(/Gesendet ist er noch nicht/);
    for (const text of says) screen.getByText(text);
    for (const text of saysNot) expect(screen.queryByText(text)).toBeNull();
    expect(screen.getByRole('link', { name: /^Weiter ausfüllen/ }).getAttribute('href')).toBe(
      hrefOf.process('de', ID),
    );
    expect(screen.queryByRole('button', { name: 'Ohne Konto starten' })).toBeNull();
    const box = screen.getByText('Ihre Angaben sind wieder da').closest('[tabindex="-1"]');
    expect(document.activeElement).toBe(box);
  });
});
