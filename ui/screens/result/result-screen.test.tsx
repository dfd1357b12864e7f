import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ProcessView, ResultView } from '#contract/process.ts';
import { selectLeavingLosesData } from '#machines/application/application.selectors.ts';
import { process, provideWindow } from '../testing/application.tsx';
import { showApplication } from '../testing/show-application.tsx';
import { ResultScreen } from './result-screen.tsx';

provideWindow();

describe('the result', () => {
  const result: ResultView = {
    status: 'SUBMITTED',
    statusChecked: null,
    course: [{ fact: 'sent', at: '2026-11-20T12:00:00Z' }],
    processingTime: { value: 2, unit: 'week' },
    expected: null,
    ticketNumber: 'SP-ABCD-EFGH-JKMN',
    submittedAt: '2026-11-20T12:00:00Z',
    paymentAmount: null,
    postbox: 'done',
    postboxProvider: 'Mein Postamt',
    externalIdType: 'FIT_CONNECT',
    externalId: 'x-1',
    mail: null,
    owed: null,
    recalled: { de: [], en: [] },
    downloadsUntil: '2026-12-20T12:00:00Z',
    documentsLang: 'de',
    documents: [],
  };
  const sent = (change: Partial<typeof result>, facts: Partial<ProcessView['facts']>) => ({
    process: process({ status: 'SUBMITTED', result: { ...result, ...change } }, facts),
  });

  it('says where a notice comes that was accepted, and when it counts', async () => {
    const accepted = { noticeAllowed: true, hasPostbox: true, notice: 'accepted' } as const;
    await showApplication(<ResultScreen />, sent({}, accepted));
    await screen.findByText(/Nachricht an Ihr Postfach gesendet \(Mein Postamt\)/);
    screen.getByText(/kann Ihnen den Bescheid elektronisch in Ihr Postfach stellen/);
    screen.getByText(/^Am vierten Tag, nachdem der Bescheid in Ihrem Postfach liegt/);
    expect(screen.queryByText(/auf Papier mit der Post/)).toBeNull();
  });

  it('repeats the answers that the person needs again', async () => {
    const de = [{ label: 'Wie möchten Sie sie erhalten?', value: 'Ich hole sie ab.' }];
    const recalled = { de, en: [] };
    await showApplication(<ResultScreen />, sent({ recalled }, {}));
    const term = await screen.findByText('Wie möchten Sie sie erhalten?');
    expect(term.nextElementSibling?.textContent).toBe('Ich hole sie ab.');
  });

  it.each([
    ['waiting', /^Wir schicken eine Bestätigung an petra@example.com/],
    ['sent', /^Wir haben eine Bestätigung an petra@example.com geschickt/],
    ['refused', /kam nicht an/],
    ['givenUp', /konnten wir nicht schicken/],
  ] as const)('says what became of the confirmation by e-mail: %s', async (state, text) => {
    await showApplication(<ResultScreen />, sent({ mail: { to: 'petra@example.com', state } }, {}));
    await screen.findByText(text);
  });

  describe('that changes while it is read', () => {
    /** Shows the result, and another one once the page has asked again; returns what is said aloud then. */
    async function becomes(before: Partial<ResultView>, after: Partial<ResultView>) {
      const service = sent(before, {});
      const { application } = await showApplication(<ResultScreen />, service);
      const copy = await screen.findByRole('button', { name: 'Vorgangsnummer kopieren' });
      const spoken = document.querySelector('[role=status].kern-sr-only')!;
      expect(spoken.textContent, 'nothing is said of what was there').toBe('');
      copy.focus();
      service.process = { ...sent(after, {}).process, version: 99 };
      act(() => application.send({ type: 'tab.returned', awayMs: 60_000 }));
      await waitFor(() => expect(application.getSnapshot().context.process?.version).toBe(99));
      expect(document.activeElement, 'the focus stays').toBe(copy);
      return spoken.textContent;
    }
    const mail = (state: 'waiting' | 'sent') => ({ mail: { to: 'petra@example.com', state } });
    const statusChecked = '2026-11-20T12:00:05Z';

    it('says that the e-mail is sent', async () => {
      const text = 'Wir haben eine Bestätigung an petra@example.com geschickt.';
      expect(await becomes(mail('waiting'), mail('sent'))).toBe(text);
      screen.getByText(text, { selector: 'dd' });
    });

    it('says what the authority has answered', async () => {
      const status = 'SUCCESSFULLY_SUBMITTED';
      expect(await becomes({}, { status, statusChecked })).toBe(
        'Ihr Antrag ist in den Systemen der Behörde angekommen.',
      );
    });

    it('says that the authority has not taken the application, and shows that', async () => {
      const status = 'PROCESSING_ERROR';
      expect(await becomes({}, { status, statusChecked })).toMatch(
        /^Ihr Antrag konnte nicht gesendet werden/,
      );
      screen.getByRole('heading', { level: 1, name: /nicht/ });
    });

    it('says nothing while there is no news', async () => {
      expect(await becomes(mail('waiting'), { ...mail('waiting'), statusChecked })).toBe('');
    });
  });

  it('promises no e-mail where none is due', async () => {
    await showApplication(<ResultScreen />, sent({}, {}));
    await screen.findByText('So geht es weiter');
    expect(screen.queryByText(/Bestätigung/)).toBeNull();
  });

  it('says what the cover letter is for', async () => {
    const documents = [
      { kind: 'receipt' as const, size: 3 },
      { kind: 'coverLetter' as const, size: 2048 },
    ];
    await showApplication(<ResultScreen />, sent({ documents }, {}));
    await screen.findByText('PDF, 2 KB');
    screen.getByText(/wenn Sie der Behörde noch Unterlagen per Post schicken/);
  });

  describe('with documents that were promised for later', () => {
    const owed = {
      documents: [
        { path: 'rent', label: 'Mietvertrag' },
        { path: 'income', label: 'Nachweise über das Einkommen' },
      ],
      until: '2026-12-18',
      isPast: false,
      online: false,
      handIns: [],
    };

    it('lists them with their last day and the way by post', async () => {
      const documents = [{ kind: 'coverLetter' as const, size: 2048 }];
      await showApplication(<ResultScreen />, sent({ owed, documents }, {}));
      await screen.findByRole('heading', { level: 2, name: /Das reichen Sie noch nach$/ });
      expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
        expect.arrayContaining(['Mietvertrag', 'Nachweise über das Einkommen']),
      );
      screen.getByText('Bitte bis spätestens 18. Dezember 2026.');
      screen.getByText(/^Legen Sie das Anschreiben bei/);
      expect(screen.queryByText(/^Schreiben Sie die Vorgangsnummer dazu/)).toBeNull();
    });

    it('names the ticket number when the letter is gone', async () => {
      await showApplication(<ResultScreen />, sent({ owed, documents: [] }, {}));
      await screen.findByText('Schreiben Sie die Vorgangsnummer dazu: SP-ABCD-EFGH-JKMN.');
      expect(screen.queryByText(/^Legen Sie das Anschreiben bei/)).toBeNull();
    });

    it('says that the day is over, and what to do', async () => {
      await showApplication(<ResultScreen />, sent({ owed: { ...owed, isPast: true } }, {}));
      await screen.findByText('Das sollte bis 18. Dezember 2026 da sein.');
      screen.getByText(/fragen Sie die Behörde, ob sie es noch nimmt/);
      expect(screen.queryByText(/spätestens/)).toBeNull();
    });

    it('offers to hand them in online where the account can, and the post as well', async () => {
      await showApplication(<ResultScreen />, sent({ owed: { ...owed, online: true }, documents: [] }, {}));
      const link = await screen.findByRole('link', { name: 'Online nachreichen' });
      expect(link.getAttribute('href')).toMatch(/^\/nutzerkonto\/nachreichen\?id=/);
      screen.getByText('Oder schicken Sie die Unterlagen mit der Post an:');
    });

    it('names what was handed in, and asks for no post once nothing is left', async () => {
      const handIn = {
        id: 'h',
        state: 'failed' as const,
        documents: [{ path: 'rent', label: 'Mietvertrag', files: ['a.pdf'] }],
        handedInAt: '2026-11-20T10:00:00Z',
        deliveredAt: null,
        hasReceipt: false,
      };
      const handIns = [handIn, { ...handIn, id: 'i', state: 'delivered' as const }];
      const all = { ...owed, documents: [], online: true, handIns };
      await showApplication(<ResultScreen />, sent({ owed: all, documents: [] }, {}));
      await screen.findByRole('heading', { level: 2, name: /Ihre nachgereichten Unterlagen$/ });
      screen.getByText('Mietvertrag (20. November 2026, konnte nicht gesendet werden)');
      screen.getByText('Mietvertrag (20. November 2026)');
      screen.getByRole('link', { name: 'Ansehen oder noch etwas nachreichen' });
      expect(screen.queryByText(/mit der Post/)).toBeNull();
    });

    it('names no day where none is set', async () => {
      await showApplication(<ResultScreen />, sent({ owed: { ...owed, until: null } }, {}));
      await screen.findByText('Mietvertrag');
      expect(screen.queryByText(/spätestens|sollte bis/)).toBeNull();
    });
  });

  it('says when the time for downloads is over', async () => {
    await showApplication(<ResultScreen />, sent({}, {}));
    await screen.findByText(/Downloads sind nicht mehr verfügbar/);
    expect(screen.queryByText(/herunter/)).toBeNull();
  });

  it('promises nothing in a postbox that there never was, and no letter that was declined', async () => {
    const accepted = { noticeAllowed: true, hasPostbox: false, notice: 'accepted' } as const;
    await showApplication(
      <ResultScreen />,
      sent({ postbox: 'nothingToDo', postboxProvider: null }, accepted),
    );
    await screen.findByText('So geht es weiter');
    expect(screen.queryByText(/vierten Tag|elektronisch|auf Papier/)).toBeNull();
  });

  it.each([
    ['somebody without a postbox', { notice: null, hasPostbox: false }],
    ['who has declined', { notice: 'declined', hasPostbox: true }],
  ] as const)('promises %s no notice in a postbox', async (_, facts) => {
    const none = { postbox: 'nothingToDo', postboxProvider: null } as const;
    await showApplication(<ResultScreen />, sent(none, { noticeAllowed: true, ...facts }));
    await screen.findByText(/auf Papier mit der Post/);
    screen.getByText(/Keine Nachricht gesendet: Zu Ihrer Anmeldung gehört kein Postfach/);
    expect(screen.queryByText(/vierten Tag|elektronisch/)).toBeNull();
  });

  it('says which language the documents have where it is not the one that is read', async () => {
    const documents: ResultView['documents'] = [{ kind: 'form', size: 44_000 }];
    await showApplication(<ResultScreen />, sent({ documents, documentsLang: 'en' }, {}));
    await screen.findByText(/^Die Dokumente sind auf Englisch, weil/);
    cleanup();
    await showApplication(<ResultScreen />, sent({ documents }, {}));
    await screen.findByText('Antrag');
    expect(screen.queryByText(/^Die Dokumente sind auf/)).toBeNull();
  });

  const saying = (afterwards: string, { process: those }: ReturnType<typeof sent>) => ({
    process: { ...those, metadata: { ...those.metadata, afterwards } },
  });

  it('says where the application is, and what has happened so far', async () => {
    await showApplication(<ResultScreen />, sent({}, {}));
    await screen.findByText('Wo ist Ihr Antrag?');
    screen.getByText(/^der Zustelldienst, auf dem Weg zu/);
    screen.getByText('Meist etwa 2 Wochen. Das ist keine Zusage.');
    expect(screen.getByText('An den Zustelldienst der Behörde übergeben').nextSibling?.textContent).toBe(
      '20. November 2026 um 13:00',
    );
  });

  it('promises no decision on an application that the authority has refused', async () => {
    const refused = { status: 'PROCESSING_ERROR', statusChecked: '2026-11-20T12:01:00Z' } as const;
    const afterwards = 'Das Amt prüft Ihre Angaben.';
    for (const notice of ['accepted', 'declined'] as const) {
      const facts = { noticeAllowed: true, hasPostbox: true, notice };
      await showApplication(<ResultScreen />, saying(afterwards, sent(refused, facts)));
      await screen.findByText(/beim Kundenservice nach dem Grund/);
      expect(screen.queryByText(afterwards)).toBeNull();
      expect(screen.queryByText(/vierten Tag|elektronisch|auf Papier/)).toBeNull();
      cleanup();
    }
    await showApplication(<ResultScreen />, saying(afterwards, sent({}, {})));
    await screen.findByText(afterwards);
  });

  it('says that the postbox refused the message, and that the application is not touched by it', async () => {
    await showApplication(<ResultScreen />, sent({ postbox: 'refused', postboxProvider: null }, {}));
    await screen.findByText(
      /Postfach hat unsere Nachricht nicht angenommen.*Die Behörde erhält ihn trotzdem/,
    );
    expect(screen.queryByText(/gesendet \(/)).toBeNull();
  });

  it('says nothing of a message of which nobody knows whether it was sent', async () => {
    await showApplication(
      <ResultScreen />,
      sent({ postbox: null, postboxProvider: null }, { hasUser: true }),
    );
    await screen.findByText('SP-ABCD-EFGH-JKMN');
    expect(screen.queryByText('Nachricht in Ihr Postfach')).toBeNull();
  });

  it('tells nobody without an account of a postbox, and how to find the page again', async () => {
    const none = { postbox: 'nothingToDo', postboxProvider: null } as const;
    await showApplication(<ResultScreen />, sent(none, { hasUser: false }));
    await screen.findByText(/Die Behörde behält den Antrag: Fragen Sie dort mit Ihrer Vorgangsnummer nach/);
    expect(screen.queryByText(/ein Postfach/)).toBeNull();
    // The id of the delivery is for experts: it does not stand among the facts.
    expect(screen.getByText('x-1').closest('details')).not.toBeNull();
  });

  it('of a rejected application says that it has not arrived', async () => {
    await showApplication(<ResultScreen />, sent({ status: 'PROCESSING_ERROR' }, {}));
    await screen.findByRole('heading', { level: 1, name: 'Ihr Antrag ist nicht angekommen' });
    screen.getByText(/Ihr Antrag konnte nicht gesendet werden/);
    expect(screen.queryByText('Ihr Antrag ist gesendet')).toBeNull();
  });

  it.each([
    ['a document', () => fireEvent.click(screen.getByRole('link', { name: 'Empfangsbestätigung' }))],
    ['the page on paper', () => fireEvent(window, new Event('afterprint'))],
    [
      'the number copied by hand',
      () => {
        vi.spyOn(document, 'getSelection').mockReturnValue({ toString: () => ' SP-ABCD-EFGH-JKMN' } as never);
        fireEvent(document, new Event('copy'));
      },
    ],
  ])('is taken along with %s', async (_, take) => {
    const documents: ResultView['documents'] = [{ kind: 'receipt', size: 3 }];
    const { application } = await showApplication(<ResultScreen />, sent({ documents }, { hasUser: false }));
    await screen.findByText('SP-ABCD-EFGH-JKMN');
    expect(selectLeavingLosesData(application.getSnapshot())).toBe(true);
    take();
    expect(selectLeavingLosesData(application.getSnapshot())).toBe(false);
    vi.restoreAllMocks();
  });

  it('is not taken along by what is copied or printed once another screen is shown', async () => {
    const { application, unmount } = await showApplication(<ResultScreen />, sent({}, { hasUser: false }));
    await screen.findByText('SP-ABCD-EFGH-JKMN');
    unmount();
    vi.spyOn(document, 'getSelection').mockReturnValue({ toString: () => 'SP-ABCD-EFGH-JKMN' } as never);
    fireEvent(document, new Event('copy'));
    fireEvent(window, new Event('afterprint'));
    expect(selectLeavingLosesData(application.getSnapshot())).toBe(true);
    vi.restoreAllMocks();
  });

  it('is not taken along by copying something else', async () => {
    const { application } = await showApplication(<ResultScreen />, sent({}, { hasUser: false }));
    await screen.findByText('SP-ABCD-EFGH-JKMN');
    vi.spyOn(document, 'getSelection').mockReturnValue({ toString: () => 'Kiel' } as never);
    fireEvent(document, new Event('copy'));
    expect(selectLeavingLosesData(application.getSnapshot())).toBe(true);
    vi.restoreAllMocks();
  });
});
