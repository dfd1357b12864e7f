import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { show } from '#ui/form/testing/render.tsx';
import { SummaryGroup, type SummaryLine } from './summary-group.tsx';

afterEach(cleanup);

const line = (label: string, value: string, level = 0): SummaryLine => ({ key: label, label, value, level });
const heading = (label: string, level = 0): SummaryLine => ({ ...line(label, '', level), kind: 'heading' });
const shown = () => [...document.querySelectorAll('h2, h3, h4, dt, summary, li')].map((it) => it.textContent);

it('folds what was left open into one line, named by its entry, and keeps headings that have something below', async () => {
  const lines = [
    line('Name', 'Ada'),
    line('Geburtsname', ''),
    heading('Personen'),
    heading('Clara', 1),
    line('Alter', '4', 2),
    line('Spitzname', '', 2),
    heading('Ole', 1),
    line('Telefon', '', 2),
  ];
  await show(<SummaryGroup title="Angaben" lines={lines} />);
  expect(shown()).toEqual([
    'Angaben',
    'Name',
    'Personen',
    'Clara',
    'Alter',
    'Keine Angabe zu 3 Fragen',
    'Geburtsname',
    'Clara: Spitzname',
    'Ole: Telefon',
  ]);
  expect(screen.getByRole('group').hasAttribute('open')).toBe(false);
});

it('ends an entry where the group has ended', async () => {
  const lines = [
    heading('Personen'),
    heading('Clara', 1),
    line('Alter', '4', 2),
    line('Haustiere', 'keine'),
    line('Bemerkung', ''),
  ];
  await show(<SummaryGroup title="Angaben" lines={lines} />);
  const entry = screen.getByRole('heading', { level: 4, name: 'Clara' }).parentElement!;
  expect([...entry.querySelectorAll('dt')].map((it) => it.textContent)).toEqual(['Alter']);
  expect(shown()).toEqual([
    'Angaben',
    'Personen',
    'Clara',
    'Alter',
    'Haustiere',
    'Keine Angabe zu 1 Frage',
    'Bemerkung',
  ]);
});

it('says nothing of it where everything was answered', async () => {
  await show(<SummaryGroup title="Angaben" lines={[line('Name', 'Ada')]} />);
  expect(shown()).toEqual(['Angaben', 'Name']);
});
