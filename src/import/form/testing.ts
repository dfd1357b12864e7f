import { fieldIndex } from '#forms/components.ts';
import { evaluate } from '#forms/rules/rules.ts';
import { builderDefaults } from '#forms/testing/builder-defaults.ts';
import type { Component, FormData, FormDefinition } from '#forms/types.ts';
import { importForm } from './import-form.ts';

/** A component as Form.io's builder writes it. */
export const made = (type: string, more: object = {}) => ({
  ...builderDefaults(type),
  key: type,
  label: 'Angabe',
  ...more,
});
/** A component that Form.io does not know, with the properties that its builder writes into every one. */
export const own = (type: string, more: object = {}) => ({ ...made('textfield'), type, key: 'a', ...more });

const run = (...components: object[]) =>
  importForm('export.json', JSON.stringify({ title: 'Antrag', display: 'form', components }, null, 1));
/** The imported form of valid components. @throws Error with the faults of others */
export function accepted(...components: object[]) {
  const result = run(...components);
  if ('faults' in result) throw new Error(JSON.stringify(result.faults));
  return result;
}
/** The components on the first page of the imported form. */
export const inPage = (...components: object[]): Component[] =>
  accepted(...components).form.components[0]?.components ?? [];
/** The paths of all fields of the imported form. */
export const fields = (...components: object[]) => [...fieldIndex(accepted(...components).form).keys()];
/** The reasons why the components cannot be used. */
export const reasons = (...components: object[]) => {
  const result = run(...components);
  return 'faults' in result ? result.faults.map(({ reason }) => reason) : [];
};
/** Notes on components that can be used. */
export const notes = (...components: object[]) =>
  accepted(...components)
    .notes.map(({ reason }) => reason)
    .join('\n');
/** The day of the tests. */
export const NOW = new Date('2026-03-01T12:00:00Z');
/** The rules that the data breaks, with the form's own messages. */
export const broken = (form: FormDefinition, data: FormData) =>
  evaluate(form, data, NOW).errors.map(({ rule, message }) => [rule, message]);
