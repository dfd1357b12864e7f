import { describe, expect, it } from 'vitest';
import type { FormData } from '#forms/types.ts';
import { dataFaults } from '#server/data-schemas/data-schema.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { inSchema } from './fill.ts';
import { field, group, jsonSchema, page, values } from './testing/schemas.ts';

const pdf = { multiple: true, filePattern: 'application/pdf', fileMaxSize: '10MB' };
const upload = (id: string, name: string) => ({ id, name, size: 1, type: 'application/pdf' });

/** The data in the schema, which it has to fit. */
function sent(form: ReturnType<typeof page>, schema: KeptSchema, data: FormData): unknown {
  const text = inSchema(form, schema, data);
  expect(dataFaults(schema, text)).toEqual([]);
  return JSON.parse(text);
}

describe('the data in the schema of an authority', () => {
  it.each([
    [
      'a text, without the spaces around it',
      field('textfield', 'a', 'F99000000001'),
      { type: 'string' },
      ' Ute ',
      'Ute',
    ],
    [
      'a text that was left empty',
      field('textfield', 'a', 'F99000000001'),
      { type: 'string' },
      ' ',
      undefined,
    ],
    ['a number', field('number', 'a', 'F99000000001'), { type: 'number' }, 1.5, 1.5],
    [
      'a year that the schema has as a text',
      field('number', 'a', 'F99000000001'),
      { type: 'string' },
      1985,
      '1985',
    ],
    [
      'a day',
      field('day', 'a', 'F99000000001'),
      { type: 'string', format: 'date' },
      '03/27/1985',
      '1985-03-27',
    ],
    ['a box that was ticked', field('checkbox', 'a', 'F99000000001'), { type: 'boolean' }, true, true],
    ['a box that was left', field('checkbox', 'a', 'F99000000001'), { type: 'boolean' }, undefined, false],
    [
      'yes',
      field('radio', 'a', 'F99000000001', { values: values('yes', 'no') }),
      { type: 'boolean' },
      'yes',
      true,
    ],
    [
      'no',
      field('radio', 'a', 'F99000000001', { values: values('ja', 'nein') }),
      { type: 'boolean' },
      'nein',
      false,
    ],
    [
      'a code',
      field('select', 'a', 'F99000000001', { data: { values: values('001', '002') } }),
      { type: 'string', oneOf: [{ const: '001' }, { const: '002' }] },
      '002',
      '002',
    ],
    [
      'a moment',
      field('datetime', 'a', 'F99000000001', { enableDate: true, enableTime: true }),
      { type: 'string', format: 'datetime' },
      '2026-01-31T08:30+01:00',
      '2026-01-31T08:30:00+01:00',
    ],
    [
      'a time',
      field('textfield', 'a', 'F99000000001', { properties: { fim: 'F99000000001', check: 'time' } }),
      { type: 'string', format: 'time' },
      '8 Uhr',
      '08:00:00',
    ],
    [
      'a file by its attachment',
      field('file', 'a', 'F99000000001', { ...pdf, multiple: false }),
      { type: 'string' },
      [upload('f-1', 'Pass.pdf')],
      'f-1',
    ],
    [
      'files by their names',
      field('file', 'a', 'F99000000001', { ...pdf, properties: { fim: 'F99000000001', fimFile: 'name' } }),
      { type: 'array', items: { type: 'string' } },
      [upload('f-1', 'Pass.pdf'), upload('f-2', 'Foto.pdf')],
      ['Pass.pdf', 'Foto.pdf'],
    ],
    [
      'choices, whose codes begin with a digit in the schema',
      field('selectboxes', 'a', 'F99000000001', { values: values('c001', 'c002', 'c003') }),
      { type: 'array', items: { type: 'string', enum: ['001', '002', '003'] } },
      { c003: true, c001: true, c002: false },
      ['001', '003'],
    ],
    [
      'choices that the schema lists as they are',
      field('selectboxes', 'a', 'F99000000001', { values: values('c001') }),
      { type: 'array', items: { type: 'string', enum: ['001', 'c001'] } },
      { c001: true },
      ['c001'],
    ],
    [
      'a repeated element from a group with one field',
      field('datagrid', 'a', 'F99000000001', {
        addAnother: 'Mehr',
        components: [{ type: 'textfield', key: 'b', label: 'b', input: true }],
      }),
      { type: 'array', items: { type: 'string' } },
      [{ b: 'DE' }, { b: '' }, { b: 'FR' }],
      ['DE', 'FR'],
    ],
  ])('has %s', (_, component, property, value, expected) => {
    const schema = jsonSchema({ 'F99000000001V1.0': property });
    const data = value === undefined ? {} : { a: value };
    const whole = expected === undefined ? {} : { 'F99000000001V1.0': expected };
    expect(sent(page(component), schema, data as FormData)).toEqual(whole);
  });

  it('has a repeated element from several fields, in the order of the form and without the empty ones', () => {
    const form = page(...['a', 'b', 'c'].map((key) => field('textfield', key, 'F99000000001')));
    const schema = jsonSchema({ F99000000001: { type: 'array', items: { type: 'string' } } });
    expect(sent(form, schema, { a: 'eins', c: 'drei' })).toEqual({ F99000000001: ['eins', 'drei'] });
    expect(sent(form, schema, {})).toEqual({});
  });

  it('has the old names of FIM under the new ids of the form, and the other way round', () => {
    const schema = jsonSchema({ G99000001: group({ F99000002: { type: 'string' } }) });
    const form = page(field('textfield', 'a', 'G99000000001.F99000002'));
    expect(sent(form, schema, { a: 'x' })).toEqual({ G99000001: { F99000002: 'x' } });
  });

  it('has a day of birth as three numbers', () => {
    const part = { type: 'integer' };
    const schema = jsonSchema({
      'G99000000001V1.0': group({ F60000000231: part, F60000000232: part, F60000000233: part }, [
        'F60000000233',
      ]),
    });
    const form = page(field('day', 'born', 'G99000000001'));
    expect(sent(form, schema, { born: '03/27/1985' })).toEqual({
      'G99000000001V1.0': { F60000000231: 27, F60000000232: 3, F60000000233: 1985 },
    });
    expect(sent(form, schema, {})).toEqual({});
  });

  it('has rows of a group, and what their fields say', () => {
    const schema = jsonSchema({
      G99000000001: {
        type: 'array',
        items: group({ G99000000002: group({ F99000000003: { type: 'string' } }) }),
      },
    });
    const form = page(
      field('editgrid', 'children', 'G99000000001', {
        addAnother: 'Kind',
        components: [field('textfield', 'name', 'G99000000001.G99000000002.F99000000003')],
      }),
    );
    expect(sent(form, schema, { children: [{ name: 'Ada' }, {}] })).toEqual({
      G99000000001: [{ G99000000002: { F99000000003: 'Ada' } }, {}],
    });
    expect(sent(form, schema, { children: [] })).toEqual({});
  });

  it('has a repeated group of a repeated group from sets of fields that name it', () => {
    const inner = { type: 'array', items: group({ F99000000003: { type: 'string' } }) };
    const schema = jsonSchema({ G99000000001: { type: 'array', items: group({ G99000000002: inner }) } });
    const set = (key: string) => ({
      type: 'fieldset',
      key,
      label: key,
      legend: key,
      properties: { fim: 'G99000000001.G99000000002' },
      components: [field('textfield', `${key}Name`, 'G99000000001.G99000000002.F99000000003')],
    });
    const form = page(
      field('editgrid', 'rows', 'G99000000001', { addAnother: 'Mehr', components: [set('one'), set('two')] }),
    );
    expect(sent(form, schema, { rows: [{ oneName: 'A', twoName: 'B' }, { twoName: 'C' }] })).toEqual({
      G99000000001: [
        { G99000000002: [{ F99000000003: 'A' }, { F99000000003: 'B' }] },
        { G99000000002: [{ F99000000003: 'C' }] },
      ],
    });
  });

  it('has a group that is required although nothing is in it, and leaves others out', () => {
    const inside = { F99000000003: { type: 'string' } };
    const schema = jsonSchema({ G99000000001: group(inside), G99000000002: group(inside) }, ['G99000000001']);
    const form = page(
      field('textfield', 'a', 'G99000000001.F99000000003'),
      field('textfield', 'b', 'G99000000002.F99000000003'),
    );
    expect(sent(form, schema, {})).toEqual({ G99000000001: {} });
  });

  it('counts a box that was left and a constant only where something else was answered', () => {
    const inside = {
      F99000000003: { type: 'string' },
      F99000000004: { type: 'boolean' },
      F99000000005: { type: 'string' },
    };
    const schema = {
      ...jsonSchema({ G99000000001: group(inside, ['F99000000004']) }),
      constants: { 'G99000000001.F99000000005': 'fest' },
    };
    const form = page(
      field('textfield', 'a', 'G99000000001.F99000000003'),
      field('checkbox', 'b', 'G99000000001.F99000000004'),
    );
    expect(sent(form, schema, { b: false })).toEqual({});
    expect(sent(form, schema, { a: 'x', b: false })).toEqual({
      G99000000001: { F99000000003: 'x', F99000000004: false, F99000000005: 'fest' },
    });
  });

  it('has no answer to a question that is not asked', () => {
    const schema = jsonSchema({ F99000000001: { type: 'string' }, F99000000002: { type: 'boolean' } });
    const shown = { conditional: { show: true, when: 'way', eq: 'post' } };
    const form = page(
      { type: 'radio', key: 'way', label: 'Weg', input: true, values: values('post', 'mail') },
      field('textfield', 'street', 'F99000000001', shown),
      field('checkbox', 'isNear', 'F99000000002', shown),
    );
    expect(sent(form, schema, { way: 'mail', street: 'Weg 1', isNear: true })).toEqual({});
    expect(sent(form, schema, { way: 'post', street: 'Weg 1' })).toEqual({
      F99000000001: 'Weg 1',
      F99000000002: false,
    });
  });

  it('has of a choice what was answered, and a box that was left where it is all that was asked', () => {
    const choice = {
      ...group({ F99000000003: { type: 'string' }, F99000000004: { type: 'boolean' } }),
      oneOf: [{ required: ['F99000000003'] }, { required: ['F99000000004'] }],
    };
    const schema = jsonSchema({ G99000000001: choice }, ['G99000000001']);
    const form = page(
      { type: 'radio', key: 'way', label: 'Weg', input: true, values: values('post', 'mail') },
      field('textfield', 'a', 'G99000000001.F99000000003'),
      field('checkbox', 'b', 'G99000000001.F99000000004'),
    );
    expect(sent(form, schema, { a: 'x' })).toEqual({ G99000000001: { F99000000003: 'x' } });
    expect(sent(form, schema, {})).toEqual({ G99000000001: { F99000000004: false } });
  });
});
