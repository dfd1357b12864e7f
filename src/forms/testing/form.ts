import { parseForm } from '../schema/schema.ts';
import type { FormDefinition } from '../types.ts';

/** Makes a form of the subset for a test; throws the problems if it is refused. */
export function formOf(...components: object[]): FormDefinition {
  const page = { type: 'panel', key: 'page', label: 'Seite', title: 'Seite', components };
  return parsed({ name: 'test', title: 'Test', display: 'wizard', components: [page] });
}

export function parsed(json: unknown): FormDefinition {
  const result = parseForm(json);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.form;
}

const pdf = { filePattern: 'application/pdf', fileMaxSize: '10MB' };
const day = { type: 'day', key: 'birthdate', label: 'Geburtsdatum', input: true, maxDate: 'moment()' };

/** A family with children: a group with conditions, sums and files, on two pages. */
export const household: FormDefinition = parsed({
  name: 'household',
  title: 'Haushalt',
  display: 'wizard',
  components: [
    {
      type: 'panel',
      key: 'person',
      label: 'Person',
      title: 'Ihre Angaben',
      components: [
        {
          type: 'textfield',
          key: 'name',
          label: 'Name',
          input: true,
          validate: { required: true, maxLength: 8 },
          properties: { charset: 'A' },
        },
        { type: 'checkbox', key: 'hasChildren', label: 'Ich habe Kinder.', input: true },
        {
          type: 'currency',
          key: 'income',
          label: 'Einkommen',
          input: true,
          currency: 'EUR',
          validate: { min: 0 },
        },
        {
          type: 'selectboxes',
          key: 'reasons',
          label: 'Gründe',
          input: true,
          values: [
            { value: 'rent', label: 'Miete' },
            { value: 'care', label: 'Pflege' },
          ],
        },
        {
          type: 'radio',
          key: 'way',
          label: 'Zahlweg',
          input: true,
          values: [
            { value: 'debit', label: 'Abbuchung' },
            { value: 'transfer', label: 'Überweisung' },
          ],
        },
        {
          type: 'fieldset',
          key: 'account',
          label: 'Konto',
          legend: 'Konto',
          conditional: { show: true, when: 'way', eq: 'debit' },
          components: [
            { type: 'textfield', key: 'iban', label: 'IBAN', input: true, validate: { required: true } },
          ],
        },
        { type: 'file', key: 'proof', label: 'Nachweis', input: true, multiple: true, ...pdf },
      ],
    },
    {
      type: 'panel',
      key: 'family',
      label: 'Familie',
      title: 'Ihre Familie',
      conditional: { show: true, when: 'hasChildren', eq: true },
      components: [
        { type: 'content', key: 'hint', label: 'Hinweis', html: '<p>Alle Kinder im Haushalt.</p>' },
        {
          type: 'editgrid',
          key: 'children',
          label: 'Kinder',
          input: true,
          addAnother: 'Kind hinzufügen',
          rowLabel: 'Kind',
          validate: { required: true, maxLength: 3 },
          components: [
            { type: 'textfield', key: 'name', label: 'Vorname', input: true, validate: { required: true } },
            day,
            { type: 'number', key: 'days', label: 'Betreuungstage', input: true, decimalLimit: 0 },
            {
              type: 'file',
              key: 'certificate',
              label: 'Bescheinigung',
              input: true,
              multiple: false,
              conditional: { json: { '>': [{ var: 'row.days' }, 0] } },
              ...pdf,
            },
          ],
        },
        {
          type: 'number',
          key: 'total',
          label: 'Tage zusammen',
          input: true,
          calculateValue: {
            reduce: [{ var: 'data.children' }, { '+': [{ var: 'accumulator' }, { var: 'current.days' }] }, 0],
          },
        },
      ],
    },
  ],
});
