import { expect, it } from 'vitest';
import type { FormEvent, Progress } from '#machines/form/form.types.ts';
import { openOffice } from './form-service.ts';

it('writes well within a second of the last keystroke, and not before it', async () => {
  const office = openOffice();
  await office.answer('good');
  const type = (value: string) => {
    const typed: FormEvent = { type: 'value.changed', path: 'name', value };
    return office.live.bring(typed);
  };
  const written = () => (office.live.calls('saveProgress') as Progress[]).map(({ data }) => data.name);
  await type('A');
  await office.live.passTime(300);
  await type('Ada');
  await office.live.passTime(300);
  expect(written()).toEqual([]);
  await office.live.passTime(600);
  expect(written()).toEqual(['Ada']);
});
