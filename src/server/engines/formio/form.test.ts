import { expect, it } from 'vitest';
import type { FormData, FormDefinition } from '#forms/types.ts';
import { formioForm } from './form.ts';

const member = (key: string, required: boolean) =>
  ({ type: 'textfield', key, label: key, input: true, validate: { required } }) as const;

const form = {
  components: [
    {
      type: 'panel',
      key: 'household',
      title: 'Household',
      components: [
        {
          type: 'editgrid',
          key: 'members',
          label: 'Members',
          input: true,
          rowNamedBy: 'name',
          components: [member('name', false), member('birthdate', true)],
        },
      ],
    },
  ],
} as unknown as FormDefinition;

it('a fault says in which row it is, where something identifies the row', () => {
  const { faults } = formioForm(form, 'en').check({
    members: [{ name: 'Clara Claussen', birthdate: '' }, { birthdate: '' }],
  });
  expect(faults.map(({ path, page, label }) => [path, page, label])).toEqual([
    ['members[0].birthdate', 'household', 'Clara Claussen: birthdate'],
    ['members[1].birthdate', 'household', 'birthdate'],
  ]);
});

it('an address outside of the authority’s area is told, unless it is not asked', () => {
  const postcode = {
    type: 'textfield',
    key: 'postcode',
    label: 'Postcode',
    input: true,
    properties: { check: 'inArea' },
    conditional: { show: true, when: 'town', eq: 'yes' },
  };
  const components = [
    { type: 'panel', key: 'address', title: 'Address', components: [member('town', false), postcode] },
  ];
  const asking = { components } as unknown as FormDefinition;
  const kiel = { name: 'Kiel', postcodes: ['24103'] };
  const missed = (data: FormData, area?: () => typeof kiel) =>
    formioForm(asking, 'en', undefined, area).missedArea(data);
  expect(missed({ town: 'yes', postcode: '23552' }, () => kiel)).toBe('Kiel');
  expect(missed({ town: 'yes', postcode: '24103' }, () => kiel)).toBeNull();
  expect(missed({ town: 'no', postcode: '23552' }, () => kiel)).toBeNull();
  expect(missed({ town: 'yes', postcode: '23552' })).toBeNull();
});
