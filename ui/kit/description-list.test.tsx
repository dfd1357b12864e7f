import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { show } from '#ui/form/testing/render.tsx';
import { SummaryGroup, type SummaryLine } from './description-list.tsx';

afterEach(cleanup);

const line = (label: string, value: string): SummaryLine => ({ key: label, label, value });
const heading = (label: string): SummaryLine => ({ ...line(label, ''), kind: 'heading' });
const shown = () => [...document.querySelectorAll('h2, h3, dt, summary, li')].map((it) => it.textContent);

it('folds what was left open into one line, named by its entry, and keeps headings that have something below', async () => {
  const lines = [
    line('Name', 'Ada'),
    line('Geburtsname', ''),
    heading('Personen'),
    heading('Clara'),
    line('Alter', '4'),
    line('Spitzname', ''),
    heading('Ole'),
    line('Telefon', ''),
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

it('says nothing of it where everything was answered', async () => {
  await show(<SummaryGroup title="Angaben" lines={[line('Name', 'Ada')]} />);
  expect(shown()).toEqual(['Angaben', 'Name']);
});
