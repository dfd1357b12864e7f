import { expect, it } from 'vitest';
import type { FormDefinition } from '#forms/types.ts';
import type { ContentFolder } from '#server/content/load/folder.ts';
import { readJson } from '#server/content/load/json-file.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { lip } from '../../lip/engine.ts';
import { formio } from '../engine.ts';
import { field, group, jsonSchema, page } from './testing/schemas.ts';

const metadata =
  '{\n  "feeType": "FREE",\n  "submissionSchema": {\n    "file": "schema.json",\n    "constants": {\n      "F99000000009": "x"\n    }\n  }\n}';

/** The faults of a service whose form is written with one property in each line. */
function faultsOf(form: FormDefinition, schema: KeptSchema, engine = formio): string[] {
  const text = JSON.stringify(form, null, 2);
  const folder = { missing: () => [], read: () => text } as unknown as ContentFolder;
  const read = readJson('services/hund/metadata.json', metadata);
  if ('faults' in read) throw new Error('the metadata cannot be read');
  const kept = { fmsType: engine.fmsType, definition: { de: form, en: form } } as Parameters<
    typeof formio.schemaFaults
  >[0];
  return engine
    .schemaFaults(kept, schema, { folder, slug: 'hund', json: read.json, path: ['submissionSchema'] })
    .map(({ file, line, reason }) => `${file}:${line}: ${reason}`);
}

const text = { type: 'string', title: 'Ort', maxLength: 9 };
const must = { validate: { required: true, maxLength: 9 } };

it('tells nothing of a form and a schema that fit', () => {
  expect(
    faultsOf(
      page(field('textfield', 'a', 'F99000000001', must)),
      jsonSchema({ F99000000001: text }, ['F99000000001']),
    ),
  ).toEqual([]);
});

it('tells faults of the form at their line, with the German name and what to do', () => {
  const form = page(field('textfield', 'a', 'F99000000001', { validate: { required: true, maxLength: 10 } }));
  const line =
    JSON.stringify(form, null, 2)
      .split('\n')
      .findIndex((one) => one.includes('maxLength')) + 1;
  expect(faultsOf(form, jsonSchema({ F99000000001: text }))).toEqual([
    `services/hund/form.json:${line}: components[0].components[0].validate.maxLength: "Ort" (F99000000001): the schema allows 9 characters: write "maxLength": 9`,
  ]);
});

it('tells what no field has, and constants that are no element, at their line of the metadata', () => {
  const form = page({ type: 'textfield', key: 'a', label: 'a', input: true });
  const schema = {
    ...jsonSchema({ F99000000001: text }, ['F99000000001']),
    constants: { F99000000009: 'x' },
  };
  expect(faultsOf(form, schema)).toEqual([
    'services/hund/metadata.json:6: submissionSchema.constants.F99000000009: schema.json has no such element',
    'services/hund/metadata.json:3: submissionSchema: "Ort" (F99000000001): the schema requires it, and no field of the form names it (properties.fim), nor a constant',
  ]);
});

it('tells faults of the schema at their place in its file, and no others', () => {
  const schema = { ...jsonSchema({}), text: '{\n "properties": {},\n}' };
  expect(faultsOf(page(field('textfield', 'a', 'F99000000001')), schema)).toEqual([
    'services/hund/schema.json:2: column 18: not valid JSON: remove the comma, nothing follows it',
  ]);
});

it('tries the form with the fewest and with all answers, as a calculation may have any result', () => {
  const sum = field('number', 'a', 'F99000000001', { decimalLimit: 0, calculateValue: { '+': [0.5, 1] } });
  expect(faultsOf(page(sum), jsonSchema({ F99000000001: { type: 'integer' } }))).toEqual([
    'services/hund/metadata.json:3: submissionSchema: F99000000001: data with the fewest answers does not fit schema.json: it is of another type',
    'services/hund/metadata.json:3: submissionSchema: F99000000001: data with all answers does not fit schema.json: it is of another type',
  ]);
});

it('tries a form whose rules take no answer with data of the schema itself', () => {
  const never = field('textfield', 'a', 'F99000000001', {
    validate: { required: true, maxLength: 9, json: { if: [false, true, 'Nie.'] } },
  });
  const schema = jsonSchema({ F99000000001: text, G99000000002: group({}) }, [
    'F99000000001',
    'G99000000002',
  ]);
  expect(faultsOf(page(never), schema)).toEqual([]);
});

it('refuses a schema for a form of a form server', () => {
  expect(faultsOf(page(field('textfield', 'a', 'F99000000001')), jsonSchema({}), lip)).toEqual([
    'services/hund/metadata.json:3: submissionSchema: a form of a form server sends its data in the format of the form server',
  ]);
});
