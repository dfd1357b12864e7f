import { expect, it } from 'vitest';
import type { FormDefinition } from '#forms/types.ts';
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
