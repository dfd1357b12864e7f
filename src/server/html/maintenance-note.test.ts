import { expect, it } from 'vitest';
import type { ShownInterruption } from '#domain/interruption.ts';
import { maintenanceNote } from './maintenance-note.ts';

const announced: ShownInterruption = {
  what: 'maintenance',
  state: 'announced',
  sentence: { de: 'Wir <b>arbeiten</b>.', en: 'We work.' },
  from: '2026-11-28T17:00:00.000Z',
  until: '2026-11-28T19:30:00.000Z',
};

it('names the times in Germany, in both languages, and the sentence as text', () => {
  const note = maintenanceNote([announced]);
  expect(note).toContain('<strong>Wartung am 28. November 2026 um 18:00 bis 20:30:</strong> Wir &#60;b&#62;');
  expect(note).toContain('<strong>Maintenance on 28 November 2026 at 18:00 until 20:30:</strong> We work.');
});

it('names the day of its end where it is another one', () => {
  expect(maintenanceNote([{ ...announced, until: '2026-11-28T23:30:00.000Z' }])).toContain(
    'bis 29. November 2026 um 00:30:',
  );
});

it('is nothing for pauses, which are told where they matter', () => {
  expect(maintenanceNote([{ ...announced, what: 'payment', until: null }])).toBe('');
});
