import type { OwnText } from '../../form/convert/conversion.ts';

/** Messages of checks that the import makes of rules, around labels of the schema. */
export const ruleTexts = {
  required: (label: string): OwnText => ({
    de: `Bitte machen Sie bei „${label}“ eine Angabe.`,
    en: `Please give an answer for “${label}”.`,
  }),
  anyOf: (label: string): OwnText => ({
    de: `Bitte machen Sie Angaben zu „${label}“.`,
    en: `Please give details on “${label}”.`,
  }),
  someOf: (labels: readonly string[]): OwnText => ({
    de: `Bitte machen Sie mindestens eine dieser Angaben: ${labels.join(', ')}.`,
    en: `Please give at least one of these details: ${labels.join(', ')}.`,
  }),
  oneOf: (labels: readonly string[]): OwnText => ({
    de: `Bitte machen Sie genau eine dieser Angaben: ${labels.join(', ')}.`,
    en: `Please give exactly one of these details: ${labels.join(', ')}.`,
  }),
};
