import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { ConfirmedRule } from '#domain/confirmed-rule.ts';
import type { Locale } from '#domain/locale.ts';
import { hrefOf, type Place, placeOf } from '../place.ts';
import { ReadingProvider } from '../reading-context.ts';
import { textsIn } from '../texts.ts';
import { AssumedSection } from './assumed-section.tsx';

const confirmed: ConfirmedRule[] = [
  {
    rule: 'PROC-08',
    by: 'Referat 3',
    on: '2026-11-20',
    wording: 'It is.',
    isPresent: true,
    note: 'Checked twice',
  },
  { rule: 'PROC-10', by: 'Referat 4', on: '2026-11-21', wording: 'It was.', isPresent: false, note: null },
];
let place: Place = {};

function Rules({ at = {}, locale = 'en' }: { at?: Place; locale?: Locale }) {
  const [here, setHere] = useState<Place>({ section: 'assumed', ...at });
  place = here;
  const reading = {
    locale,
    t: textsIn(locale),
    hrefOf: (to: Place) => hrefOf(locale, to),
    go: (to: Place) => setHere(placeOf(new URLSearchParams(Object.entries(to)).toString())),
    engine: { layout: () => Promise.reject(new Error('no worker here')) },
    confirmedRules: confirmed,
  };
  return (
    <ReadingProvider value={{ ...reading, place: here }}>
      <AssumedSection />
    </ReadingProvider>
  );
}
const ids = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
const row = (id: string) => screen.getByRole('rowheader', { name: id }).closest('tr');

afterEach(cleanup);

it('lists the rules of a subject, and keeps it in the address', async () => {
  render(<Rules />);
  await userEvent.selectOptions(screen.getByLabelText('Subject'), 'Refunds');
  expect(place).toEqual({ section: 'assumed', subject: 'refunds' });
  expect(ids()).toContain('PROC-08');
  expect(ids()).toHaveLength(8);
  await userEvent.selectOptions(screen.getByLabelText('Workflow'), 'Process');
  expect(ids()).toEqual(['PROC-08']);
});

it('says by whom and when a rule was confirmed, and when it says something else since', () => {
  render(<Rules locale="de" />);
  expect(row('PROC-08')?.textContent).toContain('von Referat 3, 20.11.2026Checked twice');
  expect(row('PROC-10')?.textContent).toContain('Die Regel lautet jetzt anders. Bestätigt wurde: It was.');
  expect(row('PROC-02')?.textContent).toContain('nicht bestätigt');
});

it.each([
  ['confirmed', ['PROC-08']],
  ['changed since then', ['PROC-10']],
])('lists the rules that are %s', async (name, expected) => {
  render(<Rules />);
  const all = ids().length;
  await userEvent.selectOptions(screen.getByLabelText('Confirmation'), name);
  expect(ids()).toEqual(expected);
  await userEvent.selectOptions(screen.getByLabelText('Confirmation'), 'not confirmed');
  expect(ids()).toHaveLength(all - 2);
});

it('leads from a rule to its arrows in the drawing', () => {
  render(<Rules at={{ q: 'REFUND-03' }} />);
  const link = screen.getByRole('link', { name: 'REFUND-03' }).getAttribute('href');
  expect(link).toBe('/en/workshop?workflow=refund&at=proposed+refund.confirmed');
});
