import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalEntry } from '#contract/workshop.ts';
import { createPlayer } from '../live/player-store.ts';
import type { WorkshopApi } from '../operators/workshop-api.ts';
import { textsIn } from '../texts.ts';
import { TotalsSection } from '../totals/totals-section.tsx';
import { WorkshopProvider } from '../workshop-context.ts';
import { ApplicationsSection } from './applications-section.tsx';

const entry = (change: Partial<JournalEntry>): JournalEntry => ({
  machine: 'process',
  attempt: null,
  event: null,
  from: null,
  to: 'CREATED',
  rule: null,
  by: 'person',
  at: '2026-11-20T10:00:00.000Z',
  lastAt: '2026-11-20T10:00:00.000Z',
  refused: false,
  times: 1,
  ...change,
});
const journal = {
  process: '8a1f4f0e-5b1c-4c7e-9d55-0f6f2b7a9c11',
  ticketNumber: 'SP-2026-1',
  states: [],
  entries: [
    entry({}),
    entry({
      event: 'payment.failed',
      from: 'PAYMENT_PENDING',
      to: 'PAYMENT_FAILURE',
      rule: 'PROC-34',
      by: 'paymentProvider',
    }),
    entry({ event: 'submission.requested', from: 'PAYMENT_FAILURE', to: null, refused: true, times: 3 }),
  ],
};
const totals = {
  from: '2026-11-01',
  to: '2026-11-20',
  machines: [
    {
      machine: 'process' as const,
      states: [{ state: 'PAYMENT_FAILURE', now: 4, stays: 2, averageSeconds: 5_400 }],
      arrows: [
        {
          event: 'form.completed',
          from: 'EDITING',
          to: 'COMPLETED',
          rule: 'PROC-06',
          count: 1200,
          by: { person: 1199, paymentProvider: 0, authority: 0, operator: 0, server: 1 },
        },
        {
          event: null,
          from: null,
          to: 'CREATED',
          rule: null,
          count: 9,
          by: { person: 9, paymentProvider: 0, authority: 0, operator: 0, server: 0 },
        },
      ],
    },
  ],
  ends: [{ state: 'EDITING', deleted: 7, expired: 11 }],
  forms: [
    {
      form: 'hund',
      name: { de: 'Hundesteuer', en: 'Dog tax' },
      reached: [{ state: 'CREATED', count: 1, deleted: 0, expired: 0 }],
    },
    {
      form: 'parken',
      name: { de: 'Parkausweis', en: 'Parking permit' },
      reached: [
        { state: 'CREATED', count: 40, deleted: 0, expired: 0 },
        { state: 'PAYMENT_FAILURE', count: 10, deleted: 3, expired: 2 },
      ],
    },
  ],
};

/** A server that answers operators only. */
function server() {
  let isIn = false;
  const asOperator = async <Answer,>(answer: Answer) => {
    if (!isIn) throw { code: 'operator-login-required' };
    return answer;
  };
  return {
    openWorkshop: vi.fn(async ({ body }: { body: { token: string } }) => {
      if (body.token !== 'right') throw { code: 'operator-login-required' };
      isIn = true;
    }),
    getJournal: vi.fn(({ query }: { query: { process: string } }) =>
      query.process === 'SP-2026-1'
        ? asOperator(journal)
        : asOperator(null).then(() => Promise.reject({ code: 'not-found' })),
    ),
    getTotals: vi.fn(() => asOperator(totals)),
  } satisfies WorkshopApi;
}

function show(Section: typeof ApplicationsSection, place: Record<string, string>, api: WorkshopApi) {
  const engine = { layout: () => Promise.reject(new Error('no worker here')) };
  const tools = { locale: 'en' as const, t: textsIn('en'), hrefOf: () => '', go: vi.fn(), engine, api };
  const player = createPlayer();
  return render(
    <WorkshopProvider value={{ ...tools, player, place }}>
      <Section />
    </WorkshopProvider>,
  );
}

async function logIn(token: string) {
  const field = await screen.findByLabelText('Token');
  await userEvent.clear(field);
  await userEvent.type(field, `${token}{Enter}`);
}

beforeEach(() => {
  // Documents of tests have no ResizeObserver.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('an application in the workshop', () => {
  it('is asked for once somebody is logged in as an operator, and then shown', async () => {
    const api = server();
    show(ApplicationsSection, { process: 'SP-2026-1' }, api);
    await logIn('wrong');
    expect(await screen.findByText('This token is wrong.')).toBeTruthy();
    await logIn('right');
    expect(await screen.findByRole('heading', { name: 'Application SP-2026-1' })).toBeTruthy();
    const rows = within(screen.getByRole('region', { name: 'What happened' })).getAllByRole('row');
    expect(rows[2]?.textContent).toContain('Payment provider');
    expect(rows[2]?.textContent).toContain('PROC-34');
    expect(rows[3]?.textContent).toContain('Submission requested');
    expect(rows[3]?.textContent).toContain('refused');
    expect(rows[3]?.textContent).toContain('(3 times)');
  });

  it('is followed step by step', async () => {
    const api = server();
    await api.openWorkshop({ body: { token: 'right' } });
    show(ApplicationsSection, { process: 'SP-2026-1' }, api);
    expect(await screen.findByText('Step 3 of 3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'To step 1' }));
    expect(screen.getByText('Step 1 of 3')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'To step 1' }).getAttribute('aria-current')).toBe('step');
  });

  it('opens at the step that its address names, and says what the person could read then', async () => {
    const api = server();
    await api.openWorkshop({ body: { token: 'right' } });
    show(ApplicationsSection, { process: 'SP-2026-1', step: '2' }, api);
    expect(await screen.findByText('Step 2 of 3')).toBeTruthy();
    const moment = screen.getByRole('region', { name: 'At this moment' });
    expect(within(moment).getByText('The payment failed')).toBeTruthy();
    expect(within(moment).getByText('What if?')).toBeTruthy();
  });

  it('that is not there is said to be unknown or erased', async () => {
    const api = server();
    await api.openWorkshop({ body: { token: 'right' } });
    show(ApplicationsSection, { process: 'SP-2026-2' }, api);
    expect(await screen.findByText('There is no such application, or it has been erased.')).toBeTruthy();
  });
});

describe('the totals', () => {
  it('need the login as well, and are tables', async () => {
    show(TotalsSection, {}, server());
    await logIn('right');
    expect((await screen.findAllByRole('table')).map(({ textContent }) => textContent).join()).toContain(
      '1.5 hours',
    );
    expect(screen.getByRole('region', { name: 'Where people stop: all forms' }).textContent).toContain('711');
  });
});

it('all applications: says of the form in the address how far its applications came', async () => {
  const api = server();
  await api.openWorkshop({ body: { token: 'right' } });
  show(TotalsSection, { form: 'parken' }, api);
  const table = await screen.findByRole('region', { name: 'Parking permit: how far applications came' });
  expect(within(table).getByRole('row', { name: /Payment failed/ }).textContent).toBe('Payment failed1032');
  expect(screen.getByLabelText<HTMLSelectElement>('Form').value).toBe('parken');
});

it('all applications: how often each arrow was taken and by whom stands in a table as well', async () => {
  const api = server();
  await api.openWorkshop({ body: { token: 'right' } });
  show(TotalsSection, {}, api);
  const table = await screen.findByRole('region', { name: 'Process: Arrows' });
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(cells).toEqual([
    [
      'Data completed',
      'Still to be filled in',
      'Not sent: filled in',
      'PROC-06',
      '1,200',
      'Person: 1,199, Server: 1',
    ],
    ['begun', '', 'Started', '', '9', 'Person: 9'],
  ]);
});
