import type { Locale } from '#domain/locale.ts';
import { askedOfAccount } from '#forms/account.ts';
import { fieldsOf } from '#forms/components.ts';
import { unwordedFields } from '#forms/own-messages.ts';
import { OF_AUTHORITY } from '#forms/rules/check-names.ts';
import type { FormDefinition } from '#forms/types.ts';
import type { KeptForm } from '#server/content/types.ts';
import type { Engine } from '../engine.ts';
import { schemaFaults } from './data-schema/load-faults.ts';
import { feeOfField } from './fee-field.ts';
import { feeFigures } from './fee-figures.ts';
import { feeRuleFaults } from './fee-rule.ts';
import { formioForm } from './form.ts';
import { loadForm } from './load.ts';

const definitionOf = ({ definition }: KeptForm) => definition as Record<Locale, FormDefinition>;

/** FORMIO: forms as Form.io JSON that are part of the content (docs/forms.md). */
export const formio: Engine = {
  fmsType: 'FORMIO',
  files: ['form.json', 'form.en.json'],
  load(folder, slug) {
    const { form, faults } = loadForm(folder, slug);
    return { ...(form && { form: { fmsType: 'FORMIO', definition: form } }), faults };
  },
  settingsFaults(form, { enableDataComparison }) {
    // A locked value needs a comparison, which asks the person about their own entry first.
    const locks = fieldsOf(definitionOf(form).de.components).some(({ properties }) => properties?.lockedFrom);
    if (!locks || enableDataComparison) return [];
    const reason = 'the form locks values of the account (lockedFrom), so they are compared';
    return [{ key: 'enableDataComparison', reason }];
  },
  fillsFromAccount: (form) => askedOfAccount(definitionOf(form).de).size > 0,
  feeOfRule(form, rule, path, json) {
    const { de } = definitionOf(form);
    const faults = feeRuleFaults(rule, de, path, json);
    return { figures: faults.length === 0 ? feeFigures(rule, de) : undefined, faults };
  },
  feeOfForm(form, feeField, surcharges) {
    if (feeField === undefined) {
      return { fault: 'a fee by the form needs a feeField: the field in which the form calculates it' };
    }
    return feeOfField(definitionOf(form).de, feeField, surcharges);
  },
  schemaFaults: (form, schema, entry) => schemaFaults(definitionOf(form).de, schema, entry),
  asksHours: (form) =>
    fieldsOf(definitionOf(form).de.components).some(
      ({ properties }) => properties?.openingHours === OF_AUTHORITY,
    ),
  findings: (form) =>
    unwordedFields(definitionOf(form).de).map(
      ({ path, label, keys }) => `${path} ("${label}") has no message of its own for: ${keys.join(', ')}`,
    ),
  open: (form, locale, feeField, office) => formioForm(definitionOf(form)[locale], locale, feeField, office),
};
