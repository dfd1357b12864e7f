import { expect, it } from 'vitest';
import { recalledIn } from './recalled.ts';
import type { FormDefinition } from './types.ts';

const properties = { recalled: 'yes' };
const form = {
  display: 'wizard',
  components: [
    {
      type: 'panel',
      key: 'page',
      label: 'Page',
      title: 'Page',
      components: [
        { type: 'textfield', key: 'purpose', label: 'Purpose', input: true },
        {
          type: 'radio',
          key: 'way',
          label: 'Way',
          input: true,
          properties,
          values: [
            { value: 'post', label: 'By post' },
            { value: 'pickup', label: 'I collect it' },
          ],
        },
        {
          type: 'textfield',
          key: 'time',
          label: 'Time',
          input: true,
          properties,
          conditional: { show: true, when: 'way', eq: 'pickup' },
        },
      ],
    },
  ],
} as unknown as FormDefinition;

it('repeats the answers that the form marks, as they are shown', () => {
  expect(recalledIn(form, { purpose: 'a', way: 'pickup', time: '10:30' }, 'en')).toEqual([
    { label: 'Way', value: 'I collect it' },
    { label: 'Time', value: '10:30' },
  ]);
});

it('leaves out what was not asked or not answered', () => {
  expect(recalledIn(form, { way: 'post', time: '10:30' }, 'en')).toEqual([
    { label: 'Way', value: 'By post' },
  ]);
  expect(recalledIn(form, { way: 'pickup' }, 'en')).toEqual([{ label: 'Way', value: 'I collect it' }]);
  expect(recalledIn(form, {}, 'en')).toEqual([]);
});
