import { parsed } from '#forms/testing/form.ts';
import type { FormDefinition } from '#forms/types.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';

/** A form with one page. */
export const page = (...components: object[]): FormDefinition =>
  parsed({
    name: 'test',
    title: 'Test',
    display: 'wizard',
    components: [{ type: 'panel', key: 'page', label: 'Seite', title: 'Seite', components }],
  });

export const field = (type: string, key: string, fim: string, rest: object = {}) => ({
  type,
  key,
  label: key,
  input: true,
  properties: { fim },
  ...rest,
});

export const values = (...codes: string[]) => codes.map((value) => ({ value, label: value }));

/** A JSON Schema as the content keeps it. */
export const jsonSchema = (properties: object, required: string[] = [], rest: object = {}): KeptSchema => ({
  schemaUri: 'urn:test',
  mimeType: 'application/json',
  file: 'schema.json',
  text: JSON.stringify({ ...group(properties, required), ...rest }),
  constants: {},
});

/** A group of a JSON Schema. */
export const group = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
