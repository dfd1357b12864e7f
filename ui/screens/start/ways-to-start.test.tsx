import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { MetadataView } from '#contract/shapes.ts';
import type { Localised } from '#domain/locale.ts';
import type { LoginProviderId } from '#domain/login.ts';
import { applicationMachine } from '#machines/application/application.machine.ts';
import type { Account } from '#machines/session/session.types.ts';
import { ApplicationProvider } from '../application/application-context.tsx';
import { authority } from '../testing/answers.ts';
import { showScreen } from '../testing/show-screen.tsx';
import { WaysToStart } from './ways-to-start.tsx';

afterEach(cleanup);

const never = () => new Promise<never>(() => undefined);
const offer = (change: Partial<MetadataView> = {}) =>
  ({
    mode: 'none',
    idpIds: ['anon', 'nkb', 'elster'],
    identificationType: 'none',
    trustLevel: 'low',
    leiKaId: '99102013104000',
    authority,
    ...change,
  }) as MetadataView;
const petra = (change: Partial<Account> = {}): Account => ({
  name: 'Petra Lindemann',
  person: 'p1',
  providerId: 'nkb',
  trustLevel: 'low',
  ...change,
});

/** Pages on how to get an account, as far as they are configured. */
const registerUrls: Partial<Record<LoginProviderId, Localised>> = {
  nkb: { de: 'https://konto.example/neu', en: 'https://konto.example/new' },
};

/** Shows the ways to start a form, with the logins of this installation. */
async function show(
  change: Partial<MetadataView>,
  who: Account | null = null,
  here: readonly LoginProviderId[] = ['nkb', 'elster'],
) {
  const login = vi.fn(never);
  const actors = { loadOffer: fromPromise(never), findDraft: fromPromise(never) } as never;
  const application = createActor(applicationMachine.provide({ actors }), {
    input: {
      start: { kind: 'service', leiKaId: '99102013104000', area: '010020000000' },
      locale: 'de',
      viewer: who ? 'account' : 'none',
      account: who,
      loginOutcome: null,
    },
  });
  const send = vi.spyOn(application, 'send');
  application.start();
  await showScreen(
    <ApplicationProvider value={application}>
      <WaysToStart offer={offer(change)} />
    </ApplicationProvider>,
    {
      route: { screen: 'other' },
      href: '/formular?leiKaId=1',
      service: { login },
      logins: here.map((id) => ({ id, type: 'saml2', registerUrl: registerUrls[id] })),
    },
  );
  return { login, send };
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);

describe('a form', () => {
  it('that needs no login offers each way, with the level that it asks for', async () => {
    const { login, send } = await show({ trustLevel: 'substantial' });
    expect(buttons()).toEqual([
      'Mit Bürgerkonto anmelden',
      'Mit Unternehmenskonto anmelden',
      'Ohne Konto starten',
    ]);
    screen.getByText('Sie brauchen kein Konto. Mit einem Konto wird Ihr Entwurf gespeichert.');
    screen.getByText(/ein ELSTER-Zertifikat oder Ihren Ausweis/);
    expect(screen.queryByText(/vor dem Absenden/)).toBeNull();
    await press('Ohne Konto starten');
    expect(send).toHaveBeenCalledWith({ type: 'anonymous.chosen' });
    await press('Mit Unternehmenskonto anmelden');
    const redirect = '/formular?leiKaId=1';
    expect(login).toHaveBeenCalledWith({ providerId: 'elster', trustLevel: 'substantial', redirect });
  });

  it('that needs one before sending says so, with the logins that it takes', async () => {
    await show({ mode: 'complete', idpIds: ['anon', 'nkb'] });
    screen.getByText(
      /^Sie melden sich kurz vor dem Absenden an\. Wenn Sie sich auch jetzt schon anmelden, sind es zwei/,
    );
    screen.getByText(/^Kurz vor dem Absenden melden Sie sich einmal an \(Bürgerkonto\)/);
    expect(headings()).toContain('Erst am Ende anmelden');
    expect(buttons(), 'nothing is called free of a login that is not').toEqual([
      'Mit Bürgerkonto anmelden',
      'Jetzt starten, am Ende anmelden',
    ]);
  });

  it('that needs one at either end says that it is one', async () => {
    await show({ mode: 'start_or_complete', idpIds: ['anon', 'nkb'] });
    screen.getByText('Sie melden sich einmal an: jetzt oder spätestens kurz vor dem Absenden.');
    cleanup();
    await show({ mode: 'start', idpIds: ['nkb'] });
    screen.getByText('Für diesen Antrag melden Sie sich einmal an: jetzt.');
  });

  it('that needs one now offers no way without, and says that it is asked for again', async () => {
    await show({ mode: 'start_and_complete' });
    screen.getByText(
      /^Für diesen Antrag melden Sie sich zweimal mit demselben Konto oder Ausweis an: jetzt und noch einmal/,
    );
    expect(buttons()).toEqual(['Mit Bürgerkonto anmelden', 'Mit Unternehmenskonto anmelden']);
  });

  it('that takes nothing from an account promises nothing of it', async () => {
    await show({});
    expect(screen.queryAllByText(/[Ww]ir füllen aus/)).toHaveLength(2);
    cleanup();
    await show({ unfilled: true });
    expect(screen.queryByText(/füllen/)).toBeNull();
    expect(screen.queryAllByText(/^Wir speichern jede Änderung/)).toHaveLength(2);
    cleanup();
    await show({ unfilled: true }, petra());
    expect(screen.queryByText(/füllen/)).toBeNull();
    screen.getByText(/^Wir speichern jede Änderung/);
  });

  it('whose logins are not offered here leads to the authority', async () => {
    await show({ mode: 'start', idpIds: ['sk'] });
    screen.getByText('Dieser Antrag lässt sich hier gerade nicht stellen');
    expect(screen.getByRole('link').getAttribute('href')).toContain('99102013104000');
    expect(buttons()).toEqual([]);
  });
});

describe('somebody who is logged in', () => {
  it('starts as who they are', async () => {
    const { send } = await show({ mode: 'complete' }, petra());
    expect(headings()).toEqual(['Als Petra Lindemann starten']);
    screen.getByText(
      'Kurz vor dem Absenden melden Sie sich noch einmal mit demselben Konto oder Ausweis an.',
    );
    await press('Antrag starten');
    expect(send).toHaveBeenCalledWith({ type: 'account.chosen' });
  });

  it('is told that no other login is needed, where none is', async () => {
    await show({ mode: 'start_or_complete' }, petra());
    screen.getByText('Eine weitere Anmeldung brauchen Sie nicht.');
  });

  it('below the level gets there by the same account, and keeps the drafts with any other', async () => {
    const { login } = await show({ trustLevel: 'substantial' }, petra());
    expect(headings()).toEqual([
      'Als Petra Lindemann mit höherem Vertrauensniveau starten',
      'Oder mit einer anderen Anmeldung',
      'Mit dem Unternehmenskonto',
    ]);
    screen.getByText(/Entwürfe aus der jetzigen Anmeldung \(Bürgerkonto\) bleiben gespeichert/);
    await press('Mit Niveau „substanziell“ anmelden');
    const redirect = '/formular?leiKaId=1';
    expect(login).toHaveBeenCalledWith({ providerId: 'nkb', trustLevel: 'substantial', redirect });
  });

  it('by a login that the form does not take learns which it takes', async () => {
    await show({ idpIds: ['elster'] }, petra());
    screen.getByText('Mit dieser Anmeldung können Sie den Antrag nicht stellen');
    screen.getByText('Für diesen Antrag geht nur: Unternehmenskonto.');
    screen.getByText(/bleiben gespeichert/);
    expect(buttons()).toEqual(['Mit Unternehmenskonto anmelden']);
  });

  it('by a login that the form does not take, where none of its own is offered, is led to the authority', async () => {
    await show({ idpIds: ['sk'] }, petra());
    expect(screen.queryByText(/geht nur/)).toBeNull();
    expect(screen.queryByText(/bleiben gespeichert/)).toBeNull();
    expect(screen.getByRole('link').getAttribute('href')).toContain('99102013104000');
  });
});

describe('who has no account yet', () => {
  const guide = () =>
    within(screen.getByText(/^(Noch kein Konto|Noch nie mit dem Online-Ausweis)/).closest('details')!);

  it('learns what one is, where to get it, and that it goes without', async () => {
    await show({});
    expect(guide().getByText(/^Ein Konto sagt uns, wer Sie sind/)).toBeTruthy();
    expect(
      guide()
        .getAllByRole('listitem', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(
        /^Bürgerkonto: das Konto des Landes für Privatpersonen\. Sie brauchen dafür Benutzername und Passwort; .*So bekommen Sie ein Bürgerkonto \(neues Fenster\)$/,
      ),
      expect.stringMatching(
        /^Unternehmenskonto: das Konto für Unternehmen.*ELSTER-Zertifikat der Organisation\. $/,
      ),
    ]);
    const link = guide().getByRole('link', { name: /^So bekommen Sie ein Bürgerkonto/, hidden: true });
    expect(link.getAttribute('href')).toBe('https://konto.example/neu');
    expect(
      guide().getByText('Wie Sie ein Unternehmenskonto bekommen, sagt Ihnen der Kundenservice:'),
      'for the one of which nothing is known',
    ).toBeTruthy();
    expect(guide().getByText(/können Sie auch ohne Konto stellen/)).toBeTruthy();
    expect(guide().queryByText(authority.name)).toBeNull();
  });

  it.each(['complete', 'start', 'start_and_complete'] as const)(
    'learns whom to turn to where a login is needed: %s',
    async (mode) => {
      await show({ mode, idpIds: mode === 'complete' ? ['anon', 'nkb'] : ['nkb'] });
      expect(guide().getByText(/stellen Sie den Antrag direkt bei der Behörde/)).toBeTruthy();
      expect(guide().getByText(authority.name, { selector: 'strong' })).toBeTruthy();
      expect(guide().getByRole('link', { name: '+49 431 115', hidden: true })).toBeTruthy();
      expect(guide().queryByText(/Unternehmenskonto/), 'only what the form takes').toBeNull();
      expect(guide().queryByText(/sagt Ihnen der Kundenservice/)).toBeNull();
    },
  );

  it('needs none for the online ID card', async () => {
    await show({ mode: 'start', idpIds: ['eid'], identificationType: 'eid', trustLevel: 'high' }, null, [
      'eid',
    ]);
    expect(guide().queryByText(/^Ein Konto sagt uns/)).toBeNull();
    expect(guide().getByText(/Sie brauchen kein Konto/)).toBeTruthy();
    expect(
      guide()
        .getByRole('link', { name: /^So geht es mit dem Online-Ausweis/, hidden: true })
        .getAttribute('href'),
    ).toBe('/online-ausweisfunktion');
  });

  it('can tell the citizens’ account from the service account', async () => {
    await show({ idpIds: ['nkb', 'sk'] }, null, ['nkb', 'sk']);
    screen.getByText('Das Konto des Landes für Privatpersonen.');
    screen.getByText('Ein weiteres Konto für Privatpersonen, nicht vom Land.');
  });
});
