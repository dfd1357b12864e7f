import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentView, ProcessView, ResultView } from '#contract/process.ts';
import type { SavedProgress } from '#contract/process-calls.ts';
import type { MetadataView } from '#contract/shapes.ts';
import type { StatementView, SummaryView } from '#contract/summary.ts';
import type { PortalTheme } from '#contract/theme.ts';
import type { StatementId } from '#domain/statement.ts';
import type { StepOutcome, SubmissionStep } from '#domain/submission-step.ts';
import type { Component, FormDefinition } from '#forms/types.ts';

import type { Progress } from '#machines/form/form.types.ts';
import { NotFoundScreen } from '#ui/screens/application/closed-screens.tsx';
import { CoveredScreen } from '#ui/screens/application/covered-screen.tsx';
import { FormScreen } from '#ui/screens/application/form-screen.tsx';
import { useIsCovered } from '#ui/screens/application/use-is-covered.ts';
import { PaymentScreen } from '#ui/screens/payment/payment-screen.tsx';
import { ResultScreen } from '#ui/screens/result/result-screen.tsx';
import { SubmissionScreen } from '#ui/screens/result/submission-screen.tsx';
import { SubmitFailedScreen } from '#ui/screens/result/submit-failed-screen.tsx';
import { LoginScreen } from '#ui/screens/summary/login-screen.tsx';
import { NoticeScreen } from '#ui/screens/summary/notice-screen.tsx';
import { SummaryScreen } from '#ui/screens/summary/summary-screen.tsx';
import { withContacts } from '#ui/screens/testing/contacts.ts';
import { provideDialogs } from '#ui/screens/testing/dialogs.ts';
import { person } from '#ui/screens/testing/examples.ts';
import { type ApplicationService, showApplication } from '#ui/screens/testing/show-application.tsx';
import { followSession } from './wiring/cover.ts';
import { formStoreOf } from './wiring/form-store.ts';

const ID = '8a147205-a032-4077-bd9f-ff4452a2fae6';

const process = (
  change: Partial<ProcessView> = {},
  facts: Partial<ProcessView['facts']> = {},
): ProcessView => ({
  id: ID,
  version: 1,
  status: 'EDITING',
  statusChanged: '2026-11-20T10:00:00Z',
  fmsFormId: 'hundesteuer',
  metadataId: 'hundesteuer-kiel',
  messageId: null,
  paymentCheckoutSign: null,
  paymentAmount: null,
  paymentMethod: null,
  postboxSent: false,
  area: { key: '010020000000', name: 'Kiel' },
  locale: 'de',
  availableUntil: '2026-12-20T12:00:00Z',
  responsibleDataProcessingUnitId: null,
  page: null,
  payment: null,
  submission: null,
  result: null,
  facts: {
    mode: 'none',
    feeCents: 0,
    paidCents: 0,
    refundDueCents: 0,
    noticeAllowed: false,
    hasPostbox: false,
    notice: null,
    hasUser: true,
    loginConfirmed: false,
    conflictOpen: false,
    running: false,
    acknowledged: false,
    ...facts,
  },
  metadata: {
    metadataId: 'hundesteuer-kiel',
    fmsType: 'FORMIO',
    fmsFormId: 'hundesteuer',
    lang: 'de',
    leiKaId: '99102013104000',
    title: 'Anmeldung zur Hundesteuer',
    description: '',
    authority: withContacts({
      id: 'kiel',
      name: 'Landeshauptstadt Kiel',
      street: 'Fleethörn',
      streetNumber: '9',
      postalCode: '24103',
      city: 'Kiel',
      phoneNumber: '+49 431 115',
      email: 'post@example.org',
    }),
    feeType: 'FREE',
    feeAmount: null,
    feePurpose: 'Hundemarke',
    mode: 'none',
    trustLevel: 'low',
    identificationType: 'none',
    idpIds: ['nkb'],
    forceWelcomePage: false,
    processingBasis: 'law',
    allowElectronicNoticeDelivery: false,
    enableDataComparison: false,
    isDeprecated: false,
    draftRetentionDays: 30,
    downloadRetentionDays: 14,
    durationMinutes: 5,
    needed: [],
    afterwards: '',
  },
  ...change,
});

const statementOf = (id: StatementId, text: string): StatementView => ({
  id,
  version: 1,
  text,
  missing: `Es fehlt: ${text}`,
});

const page = (key: string, field: string, label: string): FormDefinition['components'][number] => ({
  type: 'panel',
  key,
  label,
  title: `Seite ${label}`,
  components: [{ type: 'textfield', key: field, label, input: true, validate: { required: true } }],
});
const form: FormDefinition = {
  name: 'f',
  title: 'Form',
  display: 'wizard',
  components: [page('p1', 'owner', 'Name'), page('p2', 'dog', 'Hund')],
};

const saved = (version: number): SavedProgress => ({
  version,
  status: 'EDITING',
  savedAt: '2026-11-20T12:00:00Z',
  availableUntil: '2026-12-20T12:00:00Z',
});

const show = (view: React.ReactNode, service: ApplicationService, theme: Partial<PortalTheme> = {}) =>
  showApplication(view, service, { storeOf: formStoreOf, followSession }, theme);

const FormUnlessCovered = () => (useIsCovered() ? <CoveredScreen /> : <FormScreen />);

beforeAll(provideDialogs);
beforeEach(() => {
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

describe('a page of the form', () => {
  const service = (): ApplicationService & { writes: Progress[] } => {
    const writes: Progress[] = [];
    return {
      process: process(),
      form,
      writes,
      save: async (write) => {
        writes.push(write);
        return saved(write.version + 1);
      },
    };
  };

  it('says where one is, and shows errors only after trying to go on: on top with the focus, and at the field', async () => {
    await show(<FormScreen />, service());
    await screen.findByRole('heading', { level: 1, name: /Schritt 1 von 3:\s*Seite Name/ });
    expect(screen.queryByText(/füllen Sie das Feld/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    const summary = await screen.findByRole('region', { name: /prüfen Sie diese Angabe/ });
    await waitFor(() => expect(document.activeElement).toBe(summary));
    within(summary).getByRole('link', { name: /„Name“/ });
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  });

  it('names who is logged in, and covers what was entered once they have logged out', async () => {
    const logOut = vi.fn(async () => null);
    await show(<FormUnlessCovered />, {
      ...service(),
      data: { owner: 'Ada' },
      user: async () => person(),
      logOut,
    });
    await screen.findByDisplayValue('Ada');
    const header = within(screen.getByRole('banner'));
    await userEvent.click(await header.findByText('Petra Lindemann'));
    expect(header.getByRole('link', { name: 'Mein Bereich' }).getAttribute('href')).toBe('/nutzerkonto');
    await userEvent.click(header.getByRole('button', { name: 'Abmelden' }));
    await screen.findByRole('heading', { level: 1, name: 'Sie sind abgemeldet' });
    expect(logOut).toHaveBeenCalledOnce();
    expect(screen.queryByDisplayValue('Ada')).toBeNull();
    screen.getByText(/^Damit niemand sonst Ihre Angaben sieht/);
    screen.getByText(/Ihre Angaben sind gespeichert/);
    expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
  });

  describe('whose session has ended by itself', () => {
    const ended = async (view: React.ReactNode, change: Partial<ApplicationService>, user = person()) => {
      const { session } = await show(view, {
        ...service(),
        data: { owner: 'Ada' },
        user: async () => user,
        ...change,
      });
      await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
      act(() => session.send({ type: 'session.refused', code: 'session-expired' }));
      await screen.findByRole('heading', { level: 1, name: /beendet$/ });
      return session;
    };
    const anonymous = person({ providerId: 'anon', providerType: 'pseudo', name: '', person: null });

    it('covers what was entered, and shows it on request', async () => {
      await ended(<FormUnlessCovered />, {});
      screen.getByRole('heading', { name: 'Ihre Sitzung ist beendet' });
      screen.getByText(/Ihre Angaben sind gespeichert/);
      expect(screen.queryByDisplayValue('Ada')).toBeNull();
      expect(document.title).not.toContain('Hundesteuer');
      await userEvent.click(screen.getByRole('button', { name: 'Angaben eine Minute lang ansehen' }));
      await screen.findByDisplayValue('Ada');
      expect(document.title).toContain('Hundesteuer');
      await screen.findByRole('heading', { name: /Eine Minute lang sichtbar/ });
      await userEvent.click(screen.getByRole('button', { name: 'Jetzt verdecken' }));
      await screen.findByRole('heading', { level: 1, name: 'Ihre Sitzung ist beendet' });
      expect(screen.queryByDisplayValue('Ada')).toBeNull();
    });

    it('claims no more that anything is kept', async () => {
      await ended(<FormUnlessCovered />, { process: process({}, { hasUser: false }) }, anonymous);
      screen.getByText(/Ihre Angaben können nicht mehr gespeichert oder gesendet werden/);
      await userEvent.click(screen.getByRole('button', { name: 'Angaben eine Minute lang ansehen' }));
      await screen.findByDisplayValue('Ada');
      expect(screen.queryByText('Nur für diese Sitzung gespeichert')).toBeNull();
      screen.getAllByText('Nicht mehr gespeichert: Sitzung beendet');
    });
  });

  it('does not say how many steps there are while an answer can still change it', async () => {
    const [first, second] = form.components;
    const components = [first!, { ...second!, conditional: { show: true, when: 'owner', eq: 'Ada' } }];
    await show(<FormScreen />, { ...service(), form: { ...form, components } });
    await userEvent.type(await screen.findByLabelText('Name'), 'Ada');
    await screen.findByRole('heading', { level: 1, name: /^Schritt 1:\s*Seite Name/ });
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    await screen.findByRole('heading', { level: 1, name: /Schritt 2 von 3:\s*Seite Hund/ });
  });

  it('shows the overview of its sections, unless the theme does without', async () => {
    await show(<FormScreen />, service());
    await screen.findByText('Alle Schritte anzeigen');
    cleanup();
    await show(<FormScreen />, service(), { hasFormNavSections: false });
    await screen.findByRole('heading', { level: 1, name: /Schritt 1 von 3/ });
    expect(screen.queryByText('Alle Schritte anzeigen')).toBeNull();
  });

  it('goes on when it is right, saves on the way, and leads back', async () => {
    const given = service();
    await show(<FormScreen />, given);
    await userEvent.type(await screen.findByLabelText('Name'), 'Ada');
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    await screen.findByRole('heading', { level: 1, name: /Schritt 2 von 3:\s*Seite Hund/ });
    await waitFor(() => expect(given.writes.at(-1)).toMatchObject({ data: { owner: 'Ada' }, page: 'p2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Zurück' }));
    await screen.findByRole('heading', { level: 1, name: /Schritt 1 von 3/ });
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Ada');
  });

  it('saves by itself soon after the last keystroke, one write at a time', async () => {
    const given = service();
    await show(<FormScreen />, given);
    await userEvent.type(await screen.findByLabelText('Name'), 'Ada');
    await waitFor(() => expect(given.writes).toHaveLength(1));
    expect(given.writes[0]).toMatchObject({ version: 1, data: { owner: 'Ada' } });
    await screen.findAllByText(/Gespeichert/);
  });

  it('keeps what was typed when somebody else has saved, and takes the newer state only when told to', async () => {
    await show(<FormScreen />, {
      ...service(),
      data: { owner: 'from elsewhere' },
      save: () => Promise.reject({ code: 'version-conflict' }),
    });
    const field = await screen.findByLabelText<HTMLInputElement>('Name');
    await userEvent.clear(field);
    await userEvent.type(field, 'Ada');
    const dialog = await screen.findByRole('dialog', { name: 'Es gibt einen neueren Stand' });
    expect(field.value).toBe('Ada');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Neueren Stand laden' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('from elsewhere'));
  });
});

describe('files of a form', () => {
  const proof: Component = {
    type: 'file',
    key: 'proof',
    label: 'Nachweis',
    input: true,
    multiple: true,
    filePattern: 'application/pdf,image/jpeg,image/png',
    fileMaxSize: '10MB',
  };
  const withFile: FormDefinition = {
    ...form,
    components: [
      { type: 'panel', key: 'p1', label: 'Nachweise', title: 'Nachweise', components: [proof] },
      { ...page('p2', 'dog', 'Hund'), components: [] },
    ],
  };
  const pdf = (content: string) => new File([content], 'a.pdf', { type: 'application/pdf' });
  const service = (): ApplicationService => ({
    process: process(),
    form: withFile,
    save: async () => saved(2),
  });
  const choice = () => screen.findByLabelText(/Nachweis/, { selector: 'input' });

  it('are asked for by their kinds in words', async () => {
    await show(<FormScreen />, service());
    await choice();
    screen.getByText(/Erlaubt: PDF, JPG oder PNG, höchstens 10\sMB je Datei/);
  });

  it('that did not arrive are named on top, with what can be done, and lead to their field', async () => {
    await show(<FormScreen />, service());
    const input = await choice();
    // Uploads are not answered here.
    await userEvent.upload(input, [pdf('x'), pdf('')]);
    await screen.findByText('Die Datei ist leer.');
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    const summary = await screen.findByRole('region', { name: /prüfen Sie diese 2 Angaben/ });
    const [failed, refused] = within(summary).getAllByRole('link');
    expect(failed?.textContent).toMatch(/„a.pdf“ ist nicht hochgeladen. .* versuchen Sie es erneut/);
    expect(refused?.textContent).toMatch(/Die Datei ist leer. Bitte entfernen Sie die Datei/);
    await userEvent.click(refused!);
    expect(document.activeElement).toBe(input);
  });

  it('are named in their place among the other answers', async () => {
    const asked = (key: string, label: string): Component => ({
      type: 'textfield',
      key,
      label,
      input: true,
      validate: { required: true },
    });
    const [first, ...others] = withFile.components;
    const components = [asked('before', 'Vorher'), proof, asked('after', 'Nachher')];
    const whole = { ...withFile, components: [{ ...first!, components }, ...others] };
    await show(<FormScreen />, { ...service(), form: whole });
    await userEvent.upload(await choice(), pdf(''));
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    const summary = await screen.findByRole('region', { name: /prüfen Sie diese 3 Angaben/ });
    const lines = within(summary).getAllByRole('link');
    expect(lines.map((it) => /Vorher|Nachher|Datei/.exec(it.textContent)?.[0])).toEqual([
      'Vorher',
      'Datei',
      'Nachher',
    ]);
  });

  it('of another page are named with their page before the summary, and lead there', async () => {
    const { application } = await show(<FormScreen />, service());
    await userEvent.upload(await choice(), pdf(''));
    const filling = application.getSnapshot().children.form;
    filling?.send({ type: 'page.chosen', page: 'p2' });
    await screen.findByRole('heading', { level: 1, name: /Seite Hund/ });
    await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    await userEvent.click(await screen.findByRole('link', { name: /^Seite „Nachweise“: Die Datei „a.pdf“/ }));
    await screen.findByRole('heading', { level: 1, name: /Nachweise/ });
    await waitFor(async () => expect(document.activeElement).toBe(await choice()));
  });
});

describe('the summary', () => {
  const summary: SummaryView = {
    lang: 'de',
    version: 2,
    hash: 'a'.repeat(64),
    pages: [
      {
        key: 'p1',
        title: 'Seite Name',
        rows: [
          { path: 'owner', label: 'Name', value: 'Ada', kind: 'text', level: 0 },
          { path: 'nick', label: 'Spitzname', value: '', kind: 'text', level: 0 },
        ],
      },
    ],
    errors: [],
    feeCents: 0,
    missedArea: null,
    source: null,
    statements: [statementOf('correctness', 'Ich bestätige, dass alles richtig und vollständig ist.')],
    facts: process().facts,
    metadata: process().metadata,
    area: process().area,
  };
  async function atSummary(service: Partial<ApplicationService>) {
    const shown = await show(<SummaryScreen />, {
      process: process(),
      form: { ...form, components: [page('p1', 'owner', 'Name')] },
      data: { owner: 'Ada' },
      summary: async () => summary,
      ...service,
    });
    await waitFor(() => expect(shown.application.getSnapshot().children.form).toBeDefined());
    const filling = shown.application.getSnapshot().children.form;
    await waitFor(() => expect(filling?.getSnapshot().matches('open')).toBe(true));
    filling?.send({ type: 'page.nextRequested' });
    await screen.findByText('Ada');
    return shown;
  }

  it('folds what was left open, and is not sent without the tick', async () => {
    const complete = vi.fn(() => new Promise<ProcessView>(() => undefined));
    await atSummary({ complete });
    const folded = screen.getByText('Spitzname').closest('details');
    expect(folded?.querySelector('summary')?.textContent).toBe('Keine Angabe zu 1 Frage');
    expect(folded?.open).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Antrag absenden' }));
    const errors = await screen.findByRole('region', { name: /prüfen Sie diese Angabe/ });
    expect(errors.textContent).toContain('richtig und vollständig');
    expect(complete).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Antrag absenden' }));
    await waitFor(() => expect(complete).toHaveBeenCalledTimes(1));
  });

  it('asks whether the authority is the right one when an address lies elsewhere, with a way to another place', async () => {
    await atSummary({});
    expect(screen.queryByText(/^Liegt Ihre Anschrift in/)).toBeNull();
    cleanup();
    await atSummary({ summary: async () => ({ ...summary, missedArea: 'Kiel' }) });
    screen.getByText('Liegt Ihre Anschrift in Kiel?');
    const other = screen.getByRole('link', { name: 'Den Ort des Antrags ändern' });
    expect(other.getAttribute('href')).toContain('step=welcome');
  });

  it('asks for each statement with a box of its own, and hands over what was ticked', async () => {
    const complete = vi.fn((_: object) => new Promise<ProcessView>(() => undefined));
    const consent = statementOf('consent', 'Ich willige ein.');
    await atSummary({
      complete: ({ input }) => complete(input),
      summary: async () => ({ ...summary, statements: [...summary.statements, consent] }),
    });
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    await userEvent.click(screen.getByRole('checkbox', { name: /richtig und vollständig/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Antrag absenden' }));
    const errors = await screen.findByRole('region', { name: /prüfen Sie diese Angabe/ });
    const links = within(errors).getAllByRole('link');
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['#consent', 'Es fehlt: Ich willige ein.'],
    ]);
    expect(complete).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Ich willige ein.' }));
    expect(screen.queryByRole('region', { name: /prüfen Sie diese Angabe/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Antrag absenden' }));
    await waitFor(() => expect(complete).toHaveBeenCalledTimes(1));
    expect(complete).toHaveBeenCalledWith(
      expect.objectContaining({
        statements: [
          { id: 'correctness', version: 1 },
          { id: 'consent', version: 1 },
        ],
      }),
    );
  });

  it('leads to the login once more where the account was not asked for what the form needs', async () => {
    const login = vi.fn(() => new Promise<never>(() => undefined));
    const refusal = { code: 'login-incomplete', accepted: ['nkb'], trustLevel: 'substantial' };
    await atSummary({ complete: () => Promise.reject(refusal), login });
    expect(screen.queryByRole('button', { name: 'Mit Bürgerkonto anmelden' })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Antrag absenden' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mit Bürgerkonto anmelden' }));
    expect(login).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        providerId: 'nkb',
        trustLevel: 'substantial',
        redirect: expect.stringContaining(ID),
      }),
    );
  });

  it('does not talk of consent where nobody asks for it', async () => {
    await atSummary({});
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    expect(document.body.textContent).not.toMatch(/willig/);
    screen.getByRole('link', { name: /^Datenschutzerklärung/ });
  });

  const noticeOffered = { noticeAllowed: true, hasPostbox: true };
  it.each([
    ['none', {}, 'Sie bezahlen im nächsten Schritt', 'Bestätigen und weiter zur Zahlung'],
    ['complete', {}, 'Zuerst melden Sie sich an. Danach bezahlen Sie', 'Bestätigen und weiter zur Anmeldung'],
    // What a data conflict has named was corrected after the login.
    [
      'complete',
      { loginConfirmed: true },
      'Sie bezahlen im nächsten Schritt',
      'Bestätigen und weiter zur Zahlung',
    ],
    [
      'none',
      noticeOffered,
      'Zuerst wählen Sie, wie der Bescheid kommt. Danach bezahlen Sie',
      'Bestätigen und weiter',
    ],
    [
      'complete',
      noticeOffered,
      'Zuerst wählen Sie, wie der Bescheid kommt, und melden sich an. Danach bezahlen Sie',
      'Bestätigen und weiter',
    ],
  ] as const)(
    'says in which order login, notice and payment come (%s, %j)',
    async (mode, facts, order, button) => {
      await atSummary({
        process: process({}, { mode, ...facts }),
        summary: async () => ({ ...summary, feeCents: 2600, facts: process({}, { mode, ...facts }).facts }),
      });
      screen.getByText((text) => text.includes('eine Gebühr von 26,00') && text.includes(order));
      screen.getByRole('button', { name: button });
    },
  );

  it.each([
    [2600, 'Die Gebühr von 26,00 € ist schon bezahlt.', 'Antrag absenden'],
    [4000, 'Sie haben schon 26,00 € bezahlt.', 'Bestätigen und weiter zur Zahlung'],
    [0, 'Sie haben schon 26,00 € bezahlt.', 'Antrag absenden'],
  ] as const)(
    'says what becomes of money that is there already, with a fee of %i',
    async (feeCents, text, button) => {
      await atSummary({
        process: process({}, { paidCents: 2600, feeCents: 2600 }),
        summary: async () => ({
          ...summary,
          feeCents,
          facts: process({}, { paidCents: 2600, feeCents: 2600 }).facts,
        }),
      });
      const note = screen.getByText((content) => content.startsWith(text));
      expect(note.textContent?.includes('zur Erstattung vor')).toBe(feeCents !== 2600);
      screen.getByRole('button', { name: button });
    },
  );

  it('knows of money that came in since the process was last asked for', async () => {
    const facts = { ...process().facts, feeCents: 2600, paidCents: 2600 };
    await atSummary({
      process: process({}, { feeCents: 2600 }),
      summary: async () => ({ ...summary, feeCents: 2600, facts }),
    });
    screen.getByText('Die Gebühr von 26,00 € ist schon bezahlt.');
    expect(screen.queryByText(/Sie bezahlen im nächsten Schritt/)).toBeNull();
    screen.getByRole('button', { name: 'Antrag absenden' });
  });

  it('names what the service still finds wrong and leads to its page instead of sending', async () => {
    const { application } = await atSummary({
      summary: async () => ({
        ...summary,
        errors: [{ path: 'owner', page: 'p1', label: 'Name', rule: 'required' }],
      }),
    });
    expect(screen.queryByRole('checkbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() =>
      expect(application.getSnapshot().matches({ progress: { open: 'filling' } })).toBe(true),
    );
  });
});

describe('the login before sending', () => {
  const due = process({ status: 'COMPLETED' }, { mode: 'complete', hasUser: false });
  const demanding = { ...due, metadata: { ...due.metadata, trustLevel: 'substantial' as const } };
  const account = { person: 'Aylin', providerId: 'nkb', name: 'Aylin Yıldız', trustLevel: 'low' } as const;
  const takeOver = () => screen.queryByRole('button', { name: 'Antrag übernehmen' });

  it('says that the login which is there is too weak, instead of having it tried again', async () => {
    await show(<LoginScreen />, { process: demanding, account });
    await screen.findByText(/Sie sind als Aylin Yıldız angemeldet.*„niedrig“.*Niveau „substanziell“/);
    expect(takeOver()).toBeNull();
    screen.getByRole('button', { name: 'Mit Bürgerkonto anmelden' });
  });

  it('names the company that somebody acts for', async () => {
    await show(<LoginScreen />, { process: demanding, account: { ...account, company: 'Yıldız GmbH' } });
    await screen.findByText(/^Sie sind als Aylin Yıldız für Yıldız GmbH angemeldet/);
  });

  it('offers the logins that the form takes at its level, and to an owner their own account alone', async () => {
    const logins = () =>
      screen.queryAllByRole('button', { name: /^Mit .* anmelden$/ }).map((it) => it.textContent);
    const shown = await show(<LoginScreen />, { process: demanding });
    await screen.findByText(/Nötig ist das Vertrauensniveau „substanziell“/);
    expect(logins()).toEqual(['Mit Bürgerkonto anmelden']);
    cleanup();
    expect(shown).toBeDefined();
    const metadata: MetadataView = { ...due.metadata, trustLevel: 'high', idpIds: ['elster'] };
    await show(<LoginScreen />, { process: { ...due, metadata } });
    await screen.findByText(/Keine der Anmeldungen, die dieser Antrag verlangt/);
    expect(logins()).toEqual([]);
    cleanup();
    const owned = process({ status: 'COMPLETED' }, { mode: 'complete', hasUser: true });
    await show(<LoginScreen />, { process: owned, account: { ...account, providerId: 'elster' } });
    await screen.findByText(/Keine der Anmeldungen/);
    cleanup();
    await show(<LoginScreen />, { process: owned, account });
    await screen.findByText(/noch einmal anmelden/);
    expect(logins()).toEqual(['Mit Bürgerkonto anmelden']);
  });

  it('asks for the owner when their session has ended, whoever logs in', async () => {
    const owned = process({ status: 'COMPLETED' }, { mode: 'complete', hasUser: true });
    const login = vi.fn(() => new Promise<never>(() => undefined));
    const { application } = await show(<LoginScreen />, { process: owned, account, login });
    await screen.findByText(/noch einmal anmelden/);
    act(() => application.send({ type: 'viewer.changed', viewer: 'none', account: null, session: null }));
    await userEvent.click(screen.getByRole('button', { name: 'Mit Bürgerkonto anmelden' }));
    expect(login).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ providerId: 'nkb', processId: owned.id, person: 'Aylin' }),
    );
  });

  it('names no owner of what belongs to nobody yet', async () => {
    const login = vi.fn(() => new Promise<never>(() => undefined));
    await show(<LoginScreen />, { process: due, login });
    await userEvent.click(await screen.findByRole('button', { name: 'Mit Bürgerkonto anmelden' }));
    expect(login).toHaveBeenCalledExactlyOnceWith(expect.not.objectContaining({ person: expect.anything() }));
  });

  it('has the application handed over with a login that is strong enough', async () => {
    await show(<LoginScreen />, { process: due, account });
    await screen.findByText(/noch nicht in Ihr Konto übergegangen/);
    expect(takeOver()).not.toBeNull();
  });
});

describe('an application that is not there for this login', () => {
  const account = { person: 'Petra', providerId: 'elster', name: 'Petra', trustLevel: 'low' } as const;
  const logins = (['nkb', 'elster'] as const).map((id) => ({ id, type: 'saml2' }) as const);
  const refused = { code: 'not-found' } as const;
  const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

  it('offers all logins, whosever it is', async () => {
    const login = vi.fn(() => new Promise<never>(() => undefined));
    const owned = process();
    await show(<NotFoundScreen />, { process: owned, logins, refused, account, login });
    await screen.findByRole('heading', { name: 'Diesen Antrag gibt es hier nicht' });
    expect(buttons()).toEqual(['Mit Bürgerkonto anmelden', 'Mit einem anderen Unternehmenskonto anmelden']);
    await userEvent.click(screen.getByRole('button', { name: /anderen Unternehmenskonto/ }));
    expect(login.mock.lastCall).toMatchObject([{ providerId: 'elster', forceNew: true }]);
  });

  it('has one button where there is one login', async () => {
    await show(<NotFoundScreen />, { process: process(), refused, account });
    await screen.findByRole('heading', { name: 'Diesen Antrag gibt es hier nicht' });
    expect(buttons()).toEqual(['Mit einem anderen Konto anmelden']);
  });
});

const attempt: PaymentView = {
  state: 'created',
  amountCents: 1100,
  currency: 'EUR',
  method: null,
  reference: null,
  redirectUrl: null,
  changedAt: '2026-11-20T12:00:00Z',
};

describe('the payment', () => {
  const due = (change: Partial<ProcessView> = {}) =>
    process({ status: 'COMPLETED', ...change }, { feeCents: 1100 });
  const pending = due({
    status: 'PAYMENT_PENDING',
    payment: { ...attempt, state: 'pending', redirectUrl: 'https://pay.example/1' },
  });

  it('opens the window of the provider with the click, and asks the service once', async () => {
    const startPayment = vi.fn(async () => ({ redirectUrl: 'https://pay.example/1', process: pending }));
    const { openProviderWindow } = await show(<PaymentScreen />, { process: due(), startPayment });
    const pay = await screen.findByRole('button', { name: /^11,00\s€ bezahlen$/ });
    screen.getByText(/^11,00\s€$/);
    await userEvent.dblClick(pay);
    expect(openProviderWindow).toHaveBeenCalledTimes(1);
    await screen.findByRole('heading', { name: 'Ihre Zahlung läuft' });
    expect(startPayment).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('link', { name: /Zahlungsseite öffnen/ }).getAttribute('href')).toBe(
      'https://pay.example/1',
    );
  });

  it('says so when the browser has blocked the window', async () => {
    const { application } = await show(<PaymentScreen />, { process: pending });
    await screen.findByRole('heading', { name: 'Ihre Zahlung läuft' });
    application.send({ type: 'window.blocked' });
    await screen.findByText('Ihr Browser hat das Fenster blockiert');
  });

  it('that was cancelled keeps the application and can be tried again', async () => {
    const startPayment = vi.fn(() => new Promise<never>(() => undefined));
    await show(<PaymentScreen />, {
      process: due({
        status: 'PAYMENT_FAILURE',
        payment: { ...attempt, state: 'cancelled' },
      }),
      startPayment,
    });
    await screen.findByText('Der Zahlvorgang wurde abgebrochen.');
    screen.getByText(/Kommt das Geld doch noch an, senden wir Ihren Antrag damit ab/);
    await userEvent.click(screen.getByRole('button', { name: 'Zahlung noch einmal versuchen' }));
    await waitFor(() => expect(startPayment).toHaveBeenCalledTimes(1));
  });

  it('claims no unchanged application once the session has ended', async () => {
    const { session } = await show(<PaymentScreen />, {
      process: process({ status: 'COMPLETED' }, { feeCents: 1100 }),
      startPayment: () => Promise.reject({ code: 'session-expired' }),
      user: async () => person(),
    });
    await waitFor(() => expect(session.getSnapshot().matches('loggedIn')).toBe(true));
    await userEvent.click(await screen.findByRole('button', { name: /^11,00\s€ bezahlen$/ }));
    await screen.findByText(/^Ihr Antrag ist unverändert/);
    act(() => session.send({ type: 'session.refused', code: 'session-expired' }));
    await waitFor(() => expect(screen.queryByText(/^Ihr Antrag ist unverändert/)).toBeNull());
  });

  it('cannot be put off without an account: that is said', async () => {
    await show(<PaymentScreen />, {
      process: process({ status: 'COMPLETED' }, { feeCents: 1100, hasUser: false }),
    });
    await screen.findByText(/Ohne Konto können Sie nur bis zum Ende dieser Sitzung zahlen/);
    screen.getByText('Später zahlen geht nur mit Konto');
    expect(screen.queryByText('Später zahlen')).toBeNull();
    expect(screen.queryByRole('link', { name: /Später in meinem Bereich/ })).toBeNull();
    screen.getByText(/senden wir Ihren Antrag von selbst ab. Lassen Sie diese Seite offen/);
  });

  it('is about the fee of the present data, and says what becomes of money that does not cover it', async () => {
    await show(<PaymentScreen />, {
      process: process(
        {
          status: 'COMPLETED',
          payment: { ...attempt, state: 'paid', amountCents: 6000, method: 'PAYPAL', reference: 'K' },
        },
        { feeCents: 2000, refundDueCents: 6000 },
      ),
    });
    expect((await screen.findByText(/^20,00\s€$/)).className).toBe('sp-amount__value');
    screen.getByText(/frühere Zahlung von 60,00\s€ deckt diese Gebühr nicht/);
  });
});

describe('the electronic notice', () => {
  const offered = process({ status: 'COMPLETED' }, { noticeAllowed: true, hasPostbox: true });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [
      'before midnight in Germany',
      '2026-11-20T22:30:00Z',
      'Freitag, 20. November 2026',
      'Dienstag, 24. November 2026',
    ],
    ['after it', '2026-11-20T23:30:00Z', 'Samstag, 21. November 2026', 'Mittwoch, 25. November 2026'],
    [
      'at the end of the year',
      '2026-12-30T12:00:00Z',
      'Mittwoch, 30. Dezember 2026',
      'Sonntag, 3. Januar 2027',
    ],
  ])('says %s when a notice of today counts as announced', async (_, now, available, announced) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    await show(<NoticeScreen />, { process: offered });
    const example = await screen.findByText(/^Beispiel/);
    expect(example.textContent).toContain(`heute bereit (${available})`);
    expect(example.textContent).toContain(`als bekannt gegeben (${announced})`);
  });
});

describe('the result', () => {
  const result: ProcessView['result'] = {
    ticketNumber: 'SP-ABCD-EFGH-JKMN',
    submittedAt: '2026-11-20T12:00:00Z',
    paymentAmount: null,
    postbox: 'done',
    postboxProvider: 'Mein Postamt',
    externalIdType: 'FIT_CONNECT',
    externalId: 'x-1',
    downloadsUntil: '2026-12-20T12:00:00Z',
    documentsLang: 'de',
    documents: [],
  };
  const sent = (change: Partial<typeof result>, facts: Partial<ProcessView['facts']>) => ({
    process: process({ status: 'SUBMITTED', result: { ...result, ...change } }, facts),
  });

  it('says where a notice comes that was accepted, and when it counts', async () => {
    const accepted = { noticeAllowed: true, hasPostbox: true, notice: 'accepted' } as const;
    await show(<ResultScreen />, sent({}, accepted));
    await screen.findByText(/Nachricht an Ihr Postfach gesendet \(Mein Postamt\)/);
    screen.getByText(/kann Ihnen den Bescheid elektronisch in Ihr Postfach stellen/);
    screen.getByText(/gilt am vierten Tag nach der Bereitstellung/);
    expect(screen.queryByText(/auf Papier mit der Post/)).toBeNull();
  });

  it('says what the cover letter is for', async () => {
    const documents = [
      { kind: 'receipt' as const, size: 3 },
      { kind: 'coverLetter' as const, size: 2048 },
    ];
    await show(<ResultScreen />, sent({ documents }, {}));
    await screen.findByText('PDF, 2 KB');
    screen.getByText(/wenn Sie der Behörde noch Unterlagen per Post schicken/);
  });

  it('says when the time for downloads is over', async () => {
    await show(<ResultScreen />, sent({}, {}));
    await screen.findByText(/Downloads sind nicht mehr verfügbar/);
    expect(screen.queryByText(/herunter/)).toBeNull();
  });

  it('promises nothing in a postbox that there never was, and no letter that was declined', async () => {
    const accepted = { noticeAllowed: true, hasPostbox: false, notice: 'accepted' } as const;
    await show(<ResultScreen />, sent({ postbox: 'nothingToDo', postboxProvider: null }, accepted));
    await screen.findByText('So geht es weiter');
    expect(screen.queryByText(/vierten Tag|elektronisch|auf Papier/)).toBeNull();
  });

  it.each([
    ['somebody without a postbox', { notice: null, hasPostbox: false }],
    ['who has declined', { notice: 'declined', hasPostbox: true }],
  ] as const)('promises %s no notice in a postbox', async (_, facts) => {
    const none = { postbox: 'nothingToDo', postboxProvider: null } as const;
    await show(<ResultScreen />, sent(none, { noticeAllowed: true, ...facts }));
    await screen.findByText(/auf Papier mit der Post/);
    screen.getByText(/Keine Nachricht gesendet: Zu diesem Antrag gehört kein Postfach/);
    expect(screen.queryByText(/vierten Tag|elektronisch/)).toBeNull();
  });

  it('says which language the documents have where it is not the one that is read', async () => {
    const documents: ResultView['documents'] = [{ kind: 'form', size: 44_000 }];
    await show(<ResultScreen />, sent({ documents, documentsLang: 'en' }, {}));
    await screen.findByText(/^Die Dokumente sind auf Englisch, weil/);
    cleanup();
    await show(<ResultScreen />, sent({ documents }, {}));
    await screen.findByText('Antrag');
    expect(screen.queryByText(/^Die Dokumente sind auf/)).toBeNull();
  });

  it('says that the postbox refused the message, and that the application is not touched by it', async () => {
    await show(<ResultScreen />, sent({ postbox: 'refused', postboxProvider: null }, {}));
    await screen.findByText(
      /Postfach hat unsere Nachricht nicht angenommen.*Die Behörde erhält ihn trotzdem/,
    );
    expect(screen.queryByText(/gesendet \(/)).toBeNull();
  });
});

describe('a submission', () => {
  const known = { ticketNumber: 'SP-AAAA-BBBB-CCCC', retry: null };
  const finished = (...outcomes: [SubmissionStep, StepOutcome][]) =>
    outcomes.map(([step, outcome]) => ({ step, outcome }));

  it('that is under way says what there was nothing to do for', async () => {
    const submission = {
      ...known,
      step: 'CREATE_RECEIPT' as const,
      finished: finished(
        ['GET_FILES', 'nothingToDo'],
        ['CREATE_MESSAGE_ID', 'done'],
        ['SUBMIT_DATA_TO_POSTBOX', 'nothingToDo'],
      ),
    };
    await show(<SubmissionScreen />, {
      process: process({ status: 'COMPLETED', submission }, { running: true }),
    });
    await screen.findByText('Es gibt keine Dateien. Geprüft werden Ihre Angaben.');
    screen.getByText('Keine Nachricht an ein Postfach: Zu diesem Antrag gehört keines.');
    cleanup();
    const refused = { ...submission, finished: finished(['SUBMIT_DATA_TO_POSTBOX', 'refused']) };
    await show(<SubmissionScreen />, {
      process: process({ status: 'COMPLETED', submission: refused }, { running: true }),
    });
    await screen.findByText(/Postfach hat unsere Nachricht nicht angenommen/);
    expect(screen.queryByText(/keine Dateien/)).toBeNull();
  });

  it.each([
    ['an account', true, /finden Sie den Antrag mit allen Angaben in Ihrem Bereich/, null],
    ['no account', false, /löschen wir Ihre Angaben/, 'Notieren Sie Ihre Vorgangsnummer'],
  ] as const)(
    'that is tried again says until when, and what then, to a person with %s',
    async (_, hasUser, then, note) => {
      const retry = { nextTryAt: '2026-11-20T12:04:00Z', tryUntil: '2026-11-27T12:00:00Z' };
      const submission = {
        ...known,
        step: 'waiting' as const,
        finished: finished(['SEAL_DATA', 'done']),
        retry,
      };
      const facts = { running: true, hasUser, paidCents: 900 };
      await show(<SubmissionScreen />, { process: process({ status: 'PAID', submission }, facts) });
      await screen.findByText(/längstens bis 27. November 2026 um 13:00 Uhr. Sie müssen nichts tun/);
      screen.getByText('Nächster Versuch: 20. November 2026 um 13:04 Uhr.');
      screen.getByText(then);
      screen.getByText('SP-AAAA-BBBB-CCCC');
      expect(screen.queryByText(/merken wir dann zur Erstattung vor/) !== null).toBe(!hasUser);
      if (note) screen.getByText(note);
      expect(screen.queryByText('Bitte lassen Sie diese Seite offen')).toBeNull();
    },
  );

  it('that has arrived and lacks its receipt says that the authority has it', async () => {
    const retry = { nextTryAt: null, tryUntil: '2026-11-27T12:00:00Z' };
    const arrived = finished(['SUBMIT_DATA_TO_AUTHORITY', 'done']);
    const submission = { ...known, step: 'SUBMIT_DATA_TO_POSTBOX' as const, finished: arrived, retry };
    await show(<SubmissionScreen />, {
      process: process({ status: 'PAID', submission }, { running: true }),
    });
    await screen.findByText('Die Behörde hat Ihren Antrag erhalten');
    expect(screen.queryByText(/Nächster Versuch/)).toBeNull();
    expect(screen.queryByText(/löschen wir/)).toBeNull();
  });

  it.each([
    ['before the authority had it', finished(['SEAL_DATA', 'done']), /noch nicht erhalten/, true],
    [
      'after the authority had it',
      finished(['SUBMIT_DATA_TO_AUTHORITY', 'done']),
      /schon an die Behörde übermittelt/,
      false,
    ],
  ] as const)(
    'that failed %s says so, and offers a change only where nothing is there yet',
    async (_, steps, text, mayChange) => {
      const submission = { ...known, step: 'SUBMISSION_FAILURE' as const, finished: steps };
      await show(<SubmitFailedScreen />, { process: process({ status: 'SUBMIT_FAILURE', submission }) });
      await screen.findByText(text);
      expect(screen.queryByRole('button', { name: 'Angaben ändern' }) !== null).toBe(mayChange);
    },
  );
});

it('a submission that failed says what is safe and whom to call', async () => {
  await show(<SubmitFailedScreen />, { process: process({ status: 'SUBMIT_FAILURE' }) });
  await screen.findByText(/rufen Sie den Kundenservice an: Montag bis Freitag von 8 bis 18 Uhr/);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain('tel:+494066969001');
  expect(links).toContain('mailto:service@testportal.example');
});
