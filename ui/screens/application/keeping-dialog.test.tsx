import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { SavedFile } from '#contract/saved-answers.ts';
import { keepingMachine } from '#machines/keeping/keeping.machine.ts';
import { hrefOf } from '../shared/paths.ts';
import { form, ID, process, provideWindow } from '../testing/application.tsx';
import { person } from '../testing/examples.ts';
import { type ApplicationService, showApplication } from '../testing/show-application.tsx';
import { KeepInstead } from './keep-instead.tsx';
import { KeepingDialog, KeptAlert } from './keeping-dialog.tsx';

provideWindow();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});

const never = () => new Promise<never>(() => undefined);
const withoutAccount = async () => person({ providerType: 'pseudo' });
const unkept = process({}, { hasUser: false });
const file: SavedFile = {
  name: 'hundesteuer.antrag',
  file: 'sealed',
  code: 'K7QM-3XWD-9PTA',
  until: '2026-12-20T12:00:00Z',
};

/** Shows what leads to the ways to keep an application without an account, and what they do. */
async function show(
  calls: { save?: () => Promise<void>; seal?: () => Promise<SavedFile> } = {},
  service: Partial<ApplicationService> = {},
) {
  const logIn = vi.fn();
  const before = vi.fn();
  const keeping = createActor(
    keepingMachine.provide({
      actors: {
        saveEntries: fromPromise<void, undefined>(calls.save ?? (async () => undefined)),
        sealAnswers: fromPromise<SavedFile, undefined>(calls.seal ?? never),
      },
      actions: { logIn: (_, { query }) => logIn(query) },
    }),
  ).start();
  const shown = await showApplication(
    <>
      <KeepInstead before={before} />
      <KeepingDialog />
    </>,
    { process: unkept, form, beside: { keeping }, ...service },
  );
  return { ...shown, keeping, logIn, before };
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const open = () => press('Angaben behalten');

describe('the ways to keep an application without an account', () => {
  it('are shown when they are asked for, after what asked for them has ended, and no longer than wanted', async () => {
    const { before } = await show({}, { user: withoutAccount });
    expect(screen.queryByRole('dialog')).toBeNull();
    await open();
    expect(before).toHaveBeenCalledTimes(1);
    const ways = await dialog('Angaben behalten');
    await ways.findByText(
      /^Ohne Konto bleiben Ihre Angaben nur bis zum Ende der Sitzung: .* 30 Minuten lang nichts/,
    );
    ways.getByText(/^Wenn Sie sich anmelden, speichern wir den Antrag in Ihrem Bereich/);
    ways.getByRole('heading', { name: 'Mit Anmeldung speichern' });
    ways.getByRole('heading', { name: 'Oder als Datei sichern' });
    ways.getByText(/^Dokumente, die Sie hochgeladen haben, sind nicht in der Datei/);
    await press('Weiter ausfüllen');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lead to the login with the level that the form asks for and the way back to the application', async () => {
    const { logIn } = await show();
    await open();
    await press('Mit Bürgerkonto anmelden');
    await waitFor(() => expect(logIn).toHaveBeenCalledTimes(1));
    expect(logIn).toHaveBeenCalledWith({
      providerId: 'nkb',
      trustLevel: 'low',
      redirect: hrefOf.process('de', ID),
      keeps: true,
    });
  });

  it('are one where the form server has the answers, and where no login is left for them', async () => {
    const withServer = { ...unkept, metadata: { ...unkept.metadata, fmsType: 'EXTERNAL' as never } };
    const { unmount } = await show({}, { process: withServer });
    await open();
    expect((await dialog('Angaben behalten')).queryByText('Oder als Datei sichern')).toBeNull();
    unmount();
    await show({}, { process: unkept, logins: [] });
    await open();
    const ways = await dialog('Angaben behalten');
    ways.getByRole('heading', { name: 'Als Datei sichern' });
    expect(ways.queryByText('Mit Anmeldung speichern')).toBeNull();
  });

  it('are the same login once more for who is logged in, and no file', async () => {
    const user = async () => person();
    const account = person() as never;
    await show({}, { user, account });
    await open();
    const ways = await dialog('Angaben behalten');
    ways.getByText(/^Sie sind angemeldet, aber dieser Antrag ist noch nicht in Ihrem Bereich/);
    ways.getByText(/^Melden Sie sich noch einmal genauso an/);
    await waitFor(() => expect(ways.queryByText(/als Datei sichern/)).toBeNull());
  });

  it('are not offered where the application is kept, nor once the session is over', async () => {
    const { unmount } = await show({}, { process: process() });
    expect(screen.queryByRole('button', { name: 'Angaben behalten' })).toBeNull();
    unmount();
    const { session } = await show({}, { user: withoutAccount });
    await screen.findByRole('button', { name: 'Angaben behalten' });
    await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
    act(() => session.send({ type: 'session.refused', code: 'session-expired' }));
    expect(screen.queryByRole('button', { name: 'Angaben behalten' })).toBeNull();
  });
});

describe('what is not saved yet', () => {
  it.each([
    ['Mit Bürgerkonto anmelden', 'Deshalb haben wir Sie noch nicht zur Anmeldung geleitet.'],
    ['Angaben als Datei sichern', 'Deshalb gibt es noch keine Datei.'],
  ])('keeps the person here who chose „%s“, and can be tried again or left', async (way, why) => {
    let fails = true;
    const save = vi.fn(() => (fails ? Promise.reject(new Error('unsaved')) : never()));
    const { logIn } = await show({ save });
    await open();
    await press(way);
    const told = await dialog('Ihre letzten Eingaben sind noch nicht gespeichert');
    told.getByText(new RegExp(`^${why} Prüfen Sie im Formular`));
    fails = false;
    await press('Noch einmal versuchen');
    expect(save).toHaveBeenCalledTimes(2);
    await screen.findByText('Ihre letzten Eingaben werden gespeichert …');
    expect(logIn).not.toHaveBeenCalled();
    await press('Weiter ausfüllen');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the file', () => {
  it('is shown with its code, how long it can be used, and that the code is shown only now', async () => {
    await show({ seal: async () => file });
    await open();
    await press('Angaben als Datei sichern');
    const sealed = await dialog('Ihre Datei ist fertig');
    expect(sealed.getByText(file.code).getAttribute('translate')).toBe('no');
    const link = sealed.getByRole('link', { name: 'Datei herunterladen' });
    await waitFor(() => expect(link.getAttribute('href')).toBe('blob:file'));
    expect(link.getAttribute('download')).toBe('hundesteuer.antrag');
    sealed.getByRole('button', { name: 'Code kopieren' });
    sealed.getByText(/^Den Code zeigen wir nur jetzt/);
    sealed.getByText(/^Bis 20\. Dezember 2026 können Sie damit weitermachen/);
    await press('Weiter ausfüllen');
    expect(screen.queryByText(file.code)).toBeNull();
  });

  it('that did not come about is told, and tried again without saving anew', async () => {
    let fails = true;
    const seal = vi.fn(() => (fails ? Promise.reject({ code: 'internal', requestId: 'n-1' }) : never()));
    await show({ seal });
    await open();
    await press('Angaben als Datei sichern');
    const told = await dialog('Die Datei ist nicht fertig geworden');
    told.getByText('Ihre Angaben sind unverändert. Es wurde keine Datei gesichert.');
    expect(told.queryByText(/^Deshalb/)).toBeNull();
    fails = false;
    await press('Noch einmal versuchen');
    await screen.findByText('Die Datei wird vorbereitet …');
    expect(seal).toHaveBeenCalledTimes(2);
  });
});

describe('after the return from the login', () => {
  it.each([
    [
      true,
      'Der Antrag ist jetzt in Ihrem Bereich gespeichert',
      'Alles, was Sie eingegeben haben, ist noch da',
    ],
    [false, 'Der Antrag ist noch nicht in Ihrem Bereich gespeichert', 'nur bis zum Ende der Sitzung'],
  ])('the person hears whether the application is their own: %s', async (hasUser, title, text) => {
    await showApplication(<KeptAlert />, { form, process: process({}, { hasUser }) });
    await screen.findByText(title);
    screen.getByText(new RegExp(text));
    expect(screen.getByText(title).closest('[aria-live="polite"], [role="status"]')).not.toBeNull();
  });
});
