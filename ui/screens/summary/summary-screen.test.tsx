import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ProcessView } from '#contract/process.ts';
import type { SummaryView } from '#contract/summary.ts';
import { form, ID, page, process, provideWindow, statementOf } from '../testing/application.tsx';
import { type ApplicationService, showApplication } from '../testing/show-application.tsx';
import { SummaryScreen } from './summary-screen.tsx';

provideWindow();

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
    mail: null,
    statements: [statementOf('correctness', 'Ich bestätige, dass alles richtig und vollständig ist.')],
    facts: process().facts,
    metadata: process().metadata,
    area: process().area,
  };
  async function atSummary(service: Partial<ApplicationService>) {
    const shown = await showApplication(<SummaryScreen />, {
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

  it('names another way to the same beside a fee, and only there', async () => {
    const otherWay = { leiKaId: '99115003012001', text: 'Kostenlos mit dem Online-Ausweis' };
    const metadata = { ...process().metadata, otherWay };
    await atSummary({
      process: process({ metadata }),
      summary: async () => ({ ...summary, feeCents: 1300 }),
    });
    screen.getByRole('link', { name: otherWay.text });
    cleanup();
    await atSummary({ process: process({ metadata }) });
    expect(screen.queryByRole('link', { name: otherWay.text })).toBeNull();
  });

  it('does not say that it sends when a decision comes first', async () => {
    await atSummary({ summary: async () => ({ ...summary, conflictAhead: true }) });
    screen.getByRole('button', { name: 'Bestätigen und weiter' });
    expect(screen.queryByRole('button', { name: 'Antrag absenden' })).toBeNull();
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
    expect(document.title).toMatch(/^Fehler: /);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Ich willige ein.' }));
    expect(document.title).not.toMatch(/Fehler/);
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

  it('offers e-mails to the address that was entered, and tells the choice of the person', async () => {
    const asked: unknown[] = [];
    await atSummary({
      summary: async () => ({ ...summary, mail: { to: 'petra@example.com', wanted: true } }),
      complete: async ({ input }) => {
        asked.push(input.wantsMails);
        throw { code: 'network' };
      },
    });
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /petra@example.com/ });
    expect(box.checked).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: /alles richtig/ }));
    const send = () => userEvent.click(screen.getByRole('button', { name: 'Antrag absenden' }));
    await send();
    await userEvent.click(box);
    expect(box.checked).toBe(false);
    await send();
    expect(asked).toEqual([true, false]);
  });

  it('does not talk of e-mails where none are sent', async () => {
    await atSummary({});
    expect(document.body.textContent).not.toMatch(/E-Mails zu diesem Antrag/);
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
    // The field that a data conflict has named was corrected after the login.
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
