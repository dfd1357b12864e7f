import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import Elk from 'elkjs/lib/elk.bundled.js';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { LayoutEngine } from '../diagram/layout.ts';
import { hrefOf, type Place, placeOf } from '../place.ts';
import { ReadingProvider } from '../reading-context.ts';
import { textsIn } from '../texts.ts';
import { WhatIfSection } from './what-if-section.tsx';

let place: Place = {};

const nowhere: LayoutEngine = { layout: () => Promise.reject(new Error('no worker here')) };

function WhatIf({
  at = {},
  locale = 'en',
  engine = nowhere,
}: {
  at?: Place;
  locale?: Locale;
  engine?: LayoutEngine;
}) {
  const [here, setHere] = useState<Place>({ section: 'what-if', ...at });
  place = here;
  const reading = {
    locale,
    t: textsIn(locale),
    hrefOf: (to: Place) => hrefOf(locale, to),
    go: (to: Place) => setHere(placeOf(new URLSearchParams(Object.entries(to)).toString())),
    engine,
  };
  return (
    <ReadingProvider value={{ ...reading, place: here }}>
      <WhatIfSection />
    </ReadingProvider>
  );
}

const now = () => screen.getAllByRole('status')[0]?.textContent;
const happen = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const outcome = (name: string) => screen.getByRole('rowheader', { name }).closest('tr')?.textContent;

beforeEach(() => {
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

it('says at once what would happen if the authority rejected now', () => {
  render(<WhatIf at={{ workflow: 'sentApplication', state: 'submitted' }} locale="de" />);
  const row = screen.getByRole('button', { name: /zurückgewiesen/ }).closest('tr')?.textContent;
  expect(row).toContain('SENT-06');
});

it('leads from event to event, and back', async () => {
  render(<WhatIf />);
  await happen('Data completed');
  await happen('Payment started');
  expect(now()).toContain('Payment open');
  expect(now()).toContain('PROC-13');
  expect(place.state).toBe('PAYMENT_PENDING');
  await happen('Payment received');
  expect(now()).toContain('Paid');
  await happen('One step back');
  await happen('One step back');
  expect(place.state).toBe('COMPLETED');
  const back = screen.getByRole('button', { name: 'One step back' });
  await userEvent.click(back);
  expect(place.state).toBe('CREATED');
  expect(back.getAttribute('aria-disabled')).toBe('true');
});

it('follows the facts, and says under which conditions a refused event would lead on', async () => {
  render(<WhatIf at={{ state: 'COMPLETED' }} />);
  const fee = screen.getByLabelText('Fee (euros)');
  await userEvent.clear(fee);
  await userEvent.type(fee, '0');
  expect(place['f-feeCents']).toBe('0');
  expect(outcome('Payment started payment.started')).toMatch(/refused: only if .*PROC-13/);
  expect(outcome('Submission requested')).toContain('PROC-16');
  await userEvent.click(screen.getByLabelText('Account and form differ, not decided'));
  expect(outcome('Submission requested submission.requested')).toContain('refused');
});

it('changes the workflow, and begins in another state', async () => {
  render(<WhatIf />);
  await userEvent.selectOptions(screen.getByLabelText('Workflow'), 'Refund');
  expect(place).toEqual({ section: 'what-if', workflow: 'refund', state: 'open' });
  await userEvent.selectOptions(screen.getByLabelText('It is in the state'), 'proposed');
  const table = screen.getByRole('region', { name: 'What would happen' });
  expect(within(table).getAllByRole('button')).toHaveLength(2);
});

it('lets an event happen by its arrow in the drawing, and begins in a state that is pressed there', async () => {
  render(<WhatIf at={{ workflow: 'refund', state: 'open', 'f-byTwo': 'true' }} engine={new Elk.default()} />);
  const inDrawing = (part: string) => document.querySelector<SVGElement>(`[data-part="${part}"]`)!;
  await screen.findByRole('button', { name: /^Proposed as refunded.*REFUND-02/ });
  await userEvent.click(inDrawing('open refund.proposed'));
  await happen('Let it happen');
  expect(place.state).toBe('proposed');
  // The arrow leads from another state now.
  expect(screen.queryByRole('button', { name: 'Let it happen' })).toBeNull();
  await userEvent.click(inDrawing('returned'));
  await happen('Begin in this state');
  expect(place).toMatchObject({ state: 'returned', 'f-byTwo': 'true' });
});
