import { figuresOf } from '#server/content/forms/amounts.ts';
import { readChecked } from '#server/content/load/folder.ts';
import { faultAt } from '#server/content/load/json-file.ts';
import type { Engine } from '../engine.ts';
import { lipDefinition, lipSchema } from './definition.ts';
import { lipForm } from './form.ts';

/** LIP: forms that run on a form server, in a frame (docs/partners-forms.md). */
export const lip: Engine = {
  fmsType: 'LIP',
  files: ['lip.json'],
  load(folder, slug) {
    const { value, faults } = readChecked(folder, `services/${slug}/lip.json`, lipSchema);
    return { ...(value && { form: { fmsType: 'LIP', definition: value } }), faults };
  },
  settingsFaults: (_, { enableDataComparison }) =>
    enableDataComparison
      ? [{ key: 'enableDataComparison', reason: 'a form of a form server takes the account as it is opened' }]
      : [],
  feeOfRule: (_, __, path, json) => ({
    faults: [
      faultAt(json, [...path, 'feeRule'], 'a form of a form server says its fee itself (VARIABLE_BY_FORM)'),
    ],
  }),
  feeOfForm({ definition }, feeField, surcharges) {
    if (feeField !== undefined)
      return { fault: 'a form of a form server says its fee itself, without a field' };
    const { fees = [] } = lipDefinition(definition);
    return { figures: figuresOf(fees.flatMap((fee) => surcharges.map((surcharge) => fee + surcharge))) };
  },
  schemaFaults: (_, __, { json, path }) => [
    faultAt(json, path, 'a form of a form server sends its data in the format of the form server'),
  ],
  open: ({ definition }, locale) => lipForm(lipDefinition(definition), locale),
};
