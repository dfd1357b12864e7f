import { describe, expect, it } from 'vitest';
import type { FormDefinition } from '#forms/types.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { agreementFaults } from './agreement.ts';
import { trialFaults } from './load-faults.ts';
import { field, group, jsonSchema, page, values } from './testing/schemas.ts';

const A = 'F99000000001';
const B = 'F99000000002';
const C = 'F99000000003';
const G = 'G99000000001';
const text = { type: 'string', title: 'Ort' };
const must = { validate: { required: true, maxLength: 50 } };
const shown = (eq: string | boolean) => ({ conditional: { show: true, when: 'way', eq } });
const way = (rest: object = {}) => ({
  type: 'radio',
  key: 'way',
  label: 'Weg',
  input: true,
  values: values('post', 'mail'),
  ...rest,
});
const set = (key: string, components: object[], rest: object = {}) => ({
  type: 'fieldset',
  key,
  label: key,
  legend: key,
  components,
  ...rest,
});
const grid = (key: string, fim: string, components: object[], rest: object = {}) =>
  field('editgrid', key, fim, { addAnother: 'Mehr', components, ...rest });

const reasons = (form: FormDefinition, schema: KeptSchema) =>
  agreementFaults(form, schema).map(
    ({ of, path, reason }) => `${of} ${(of === 'form' ? path.slice(2) : path).join('.')}: ${reason}`,
  );

/** A form that fits is also tried with the fewest and with all answers. */
function fits(form: FormDefinition, schema: KeptSchema): void {
  expect(reasons(form, schema)).toEqual([]);
  expect(trialFaults(form, schema)).toEqual([]);
}
const refused = (form: FormDefinition, schema: KeptSchema, ...words: (string | RegExp)[]): void => {
  const found = reasons(form, schema);
  expect(found).toHaveLength(words.length);
  for (const [index, word] of words.entries()) expect(found[index]).toMatch(word);
};

describe('an element that the schema requires', () => {
  const schema = jsonSchema({ [A]: text }, [A]);
  it('has a field that has to be answered, or a constant', () => {
    fits(page(field('textfield', 'a', A, must)), schema);
    fits(page(field('textfield', 'b', A)), {
      ...schema,
      constants: {},
      text: JSON.stringify(group({ [A]: text })),
    });
    fits(page(way()), { ...schema, constants: { F99000001: 'Kiel' } });
  });
  it('is told with its German name when no field has it', () => {
    refused(page(way()), schema, /^entry : "Ort" \(F99000000001\): the schema requires it, and no field/);
  });
  it('may not be left out', () => {
    refused(page(field('textfield', 'a', A)), schema, /^form components.0: "Ort" .* may leave it out/);
  });
  it('may not be hidden', () => {
    refused(
      page(way(), field('textfield', 'a', A, { ...must, ...shown('post') })),
      schema,
      /may leave it out/,
    );
    refused(
      page(way(), set('s', [field('textfield', 'a', A, must)], shown('post'))),
      schema,
      /may leave it out/,
    );
  });
  it('may be asked in two ways, one of which is always asked', () => {
    const both = (rest: object) =>
      page(
        way(rest),
        field('textfield', 'a', A, { ...must, ...shown('post') }),
        field('textarea', 'b', A, { ...must, ...shown('mail') }),
      );
    fits(both({ validate: { required: true } }), schema);
    refused(both({}), schema, /may leave it out/);
  });
  it('is answered by a box, a default and a file that cannot come later', () => {
    const truth = jsonSchema({ [A]: { type: 'boolean' } }, [A]);
    fits(page(field('checkbox', 'a', A)), truth);
    refused(page(way(), field('checkbox', 'a', A, shown('post'))), truth, /may leave it out/);
    fits(page(field('select', 'a', A, { data: { values: values('x', 'y') }, defaultValue: 'x' })), schema);
    const file = {
      multiple: false,
      filePattern: 'application/pdf',
      fileMaxSize: '1MB',
      validate: { required: true },
    };
    fits(page(field('file', 'a', A, file)), schema);
    const later = { type: 'checkbox', key: 'later', label: 'Später', input: true };
    refused(
      page(
        later,
        field('file', 'a', A, {
          ...file,
          properties: { fim: A, later: 'later' },
          conditional: { show: true, when: 'later', eq: 'false' },
        }),
      ),
      schema,
      /may leave it out/,
    );
  });
});

describe('an element that is required in a group that may be left out', () => {
  const schema = jsonSchema({ [G]: group({ [A]: { ...text, title: 'Straße' }, [B]: text }, [B]) });
  const [a, b] = [`${G}.${A}`, `${G}.${B}`];
  it('is required where its group is', () => {
    fits(
      page(way(), set('s', [field('textfield', 'a', a), field('textfield', 'b', b, must)], shown('post'))),
      schema,
    );
    refused(
      page(field('textfield', 'a', a), field('textfield', 'b', b)),
      schema,
      /"Ort" .* when "a" is answered/,
    );
    refused(
      page(way(), field('textfield', 'a', a), field('textfield', 'b', b, { ...must, ...shown('post') })),
      schema,
      /when "a" is answered/,
    );
    fits(page(way(), field('textfield', 'a', a, shown('post')), field('textfield', 'b', b, must)), schema);
  });
  it('may be required by a rule as soon as another is answered', () => {
    const rule = {
      if: [{ or: [{ '!': [{ var: 'data.a' }] }, { var: 'data.b' }] }, true, 'Bitte auch den Ort.'],
    };
    fits(page(field('textfield', 'a', a), field('textfield', 'b', b, { validate: { json: rule } })), schema);
  });
  it('may be missing where nothing of the group is in the form', () => {
    fits(page(way()), schema);
    refused(page(field('textfield', 'a', a)), schema, /^entry : "Ort" .* no field/);
  });
  it('is not missed where only a box was left', () => {
    const boxed = jsonSchema({ [G]: group({ [A]: { type: 'boolean' }, [B]: text }, [B]) });
    refused(page(field('checkbox', 'a', a), field('textfield', 'b', b)), boxed, /when "a" is answered/);
    fits(
      page(
        field('checkbox', 'a', a),
        field('textfield', 'b', b, { conditional: { show: true, when: 'a', eq: true }, ...must }),
      ),
      boxed,
    );
  });
  it('is missed in a group that is required, whatever is answered', () => {
    const always = jsonSchema({ [G]: group({ [A]: text, [B]: text }, [B]) }, [G]);
    refused(page(field('textfield', 'a', a), field('textfield', 'b', b)), always, /may leave it out/);
    fits(page(field('textfield', 'b', b, must)), always);
    fits(page(field('textfield', 'a', a)), jsonSchema({ [G]: group({ [A]: text }) }, [G]));
  });
});

describe('a repeated group', () => {
  const list = (more: object) => ({
    type: 'array',
    items: group({ [A]: text, [B]: text }, [A]),
    title: 'Kinder',
    ...more,
  });
  const [a, b] = [`${G}.${A}`, `${G}.${B}`];
  const both = (rest: object = must) => [field('textfield', 'a', a, rest), field('textfield', 'b', b)];
  it('has what is required in each row', () => {
    const schema = jsonSchema({ [G]: list({}) });
    fits(page(grid('rows', G, both())), schema);
    fits(page(way(), grid('rows', G, both(), shown('post'))), schema);
    refused(page(grid('rows', G, both({}))), schema, /"Ort" .* may leave it out/);
    const hidden = { ...must, conditional: { show: true, when: 'rows.b', eq: 'x' } };
    refused(
      page(grid('rows', G, [field('textfield', 'b', b), field('textfield', 'a', a, hidden)])),
      schema,
      /may leave it out/,
    );
  });
  it('has as many rows as the schema takes', () => {
    refused(
      page(grid('rows', G, both())),
      jsonSchema({ [G]: list({ maxItems: 3 }) }),
      /takes 3 entries, and the form lets people give 100/,
    );
    fits(
      page(grid('rows', G, both(), { validate: { maxLength: 3 } })),
      jsonSchema({ [G]: list({ maxItems: 3 }) }),
    );
    const two = jsonSchema({ [G]: list({ minItems: 2 }) }, [G]);
    refused(
      page(grid('rows', G, both(), { validate: { required: true } })),
      two,
      /requires 2 or more entries/,
    );
    fits(page(grid('rows', G, both(), { validate: { minLength: 2 } })), two);
    refused(
      page(grid('rows', G, both())),
      jsonSchema({ [G]: list({ minItems: 1 }) }, [G]),
      /requires 1 or more/,
    );
  });
  it('has fields with paths of its own, in rows of its own', () => {
    const schema = jsonSchema({ [G]: list({}), [C]: text });
    refused(
      page(grid('rows', G, [...both(), field('textfield', 'c', C)])),
      schema,
      /has no F99000000003 in a row/,
    );
    refused(page(grid('rows', G, both()), field('textfield', 'c', b)), schema, /nothing can be written/);
  });
});

describe('a repeated element', () => {
  const list = (more: object = {}) => ({ type: 'array', items: text, ...more });
  it('has as many fields as the schema takes', () => {
    const three = ['a', 'b', 'c'].map((key) => field('textfield', key, A, must));
    refused(
      page(...three),
      jsonSchema({ [A]: list({ maxItems: 2 }) }),
      /takes 2, and the form lets people give 3/,
    );
    fits(page(...three), jsonSchema({ [A]: list({ minItems: 2, maxItems: 3 }) }, [A]));
    refused(
      page(...three.slice(0, 1)),
      jsonSchema({ [A]: list({ minItems: 2 }) }, [A]),
      /requires 2 entries/,
    );
  });
  it('has a group with one field, which is required where an entry is', () => {
    const schema = jsonSchema({ [A]: list({ minItems: 1 }) }, [A]);
    const rows = (rest: object, validate: object) =>
      page(
        field('datagrid', 'a', A, {
          addAnother: 'Mehr',
          validate,
          components: [{ type: 'textfield', key: 'b', label: 'b', input: true, ...rest }],
        }),
      );
    fits(rows(must, { required: true }), schema);
    refused(rows({}, { required: true }), schema, /the field in the group has to be/);
    refused(rows(must, {}), schema, /may leave it out/);
  });
  it('has choices and files, whose number the form does not limit', () => {
    fits(
      page(field('selectboxes', 'a', A, { values: values('x', 'y') })),
      jsonSchema({ [A]: list({ maxItems: 2 }) }),
    );
    refused(
      page(field('selectboxes', 'a', A, { values: values('x', 'y', 'z') })),
      jsonSchema({ [A]: list({ maxItems: 2 }) }),
      /give 3/,
    );
    const files = { multiple: true, filePattern: 'application/pdf', fileMaxSize: '1MB' };
    refused(
      page(field('file', 'a', A, files)),
      jsonSchema({ [A]: list({ maxItems: 5 }) }),
      /takes 5, and the form lets people give 40/,
    );
    refused(page(field('file', 'a', A, files)), jsonSchema({ [A]: text }), /one file only/);
  });
});

describe('an element that is there once', () => {
  it('has one field, or several of which one is asked', () => {
    const schema = jsonSchema({ [A]: text });
    refused(page(field('textfield', 'a', A), field('textfield', 'b', A)), schema, /"a" has the same element/);
    fits(
      page(way(), field('textfield', 'a', A, shown('post')), field('textfield', 'b', A, shown('mail'))),
      schema,
    );
  });
});

describe('a choice', () => {
  const choice = { ...group({ [A]: text, [B]: text }), oneOf: [{ required: [A] }, { required: [B] }] };
  const [a, b] = [`${G}.${A}`, `${G}.${B}`];
  it('has fields that exclude each other', () => {
    const schema = jsonSchema({ [G]: choice });
    refused(
      page(field('textfield', 'a', a), field('textfield', 'b', b)),
      schema,
      /only one of them may be asked/,
    );
    fits(
      page(way(), field('textfield', 'a', a, shown('post')), field('textfield', 'b', b, shown('mail'))),
      schema,
    );
  });
  it('has one of them where it is required', () => {
    const schema = jsonSchema({ [G]: choice }, [G]);
    const form = (rest: object, validate: object) =>
      page(
        way({ validate }),
        field('textfield', 'a', a, { ...rest, ...shown('post') }),
        field('textfield', 'b', b, { ...rest, ...shown('mail') }),
      );
    fits(form(must, { required: true }), schema);
    refused(form(must, {}), schema, /may leave all out/);
    const inside = jsonSchema({ G99000000009: group({ [C]: text, [G]: choice }, [G]) });
    const deep = (rest: object, path: string) =>
      field('textfield', `f${path.slice(-1)}${path.length}`, `G99000000009.${path}`, rest);
    const sides = [deep(shown('post'), a), deep(shown('mail'), b)];
    refused(page(way(), deep({}, C), ...sides), inside, /may leave all out/);
    fits(page(way(), ...sides), inside);
    refused(form({}, { required: true }), schema, /may leave all out/);
  });
});

describe('a field', () => {
  const one = (property: object, component: [string, object?], rest: object = {}) =>
    reasons(page(field(component[0], 'a', A, component[1])), { ...jsonSchema({ [A]: property }), ...rest });
  it.each([
    ['a text of another length', { type: 'string', maxLength: 5 }, 'textfield', {}, /write "maxLength": 5/],
    ['a shorter text', { type: 'string', minLength: 3 }, 'textfield', {}, /write "minLength": 3/],
    [
      'any text for a listed value',
      { type: 'string', enum: ['x'] },
      'textfield',
      {},
      /lists the possible values/,
    ],
    [
      'an option that is not listed',
      { type: 'string', enum: ['x'] },
      'radio',
      { values: values('x', 'y') },
      /values.1.value: .*option "y"/,
    ],
    ['a text for a whole number', { type: 'integer' }, 'textfield', {}, /a whole number/],
    ['decimals for a whole number', { type: 'integer' }, 'number', {}, /decimalLimit/],
    [
      'smaller numbers',
      { type: 'integer', minimum: 1850 },
      'number',
      { decimalLimit: 0, validate: { min: 1800 } },
      /from 1850 only/,
    ],
    [
      'larger numbers',
      { type: 'number', exclusiveMaximum: 10 },
      'number',
      { validate: { max: 10 } },
      /below 10 only/,
    ],
    ['a text for a day', { type: 'string', format: 'date' }, 'textfield', {}, /use a day/],
    [
      'words for yes and no',
      { type: 'boolean' },
      'radio',
      { values: values('sure', 'never') },
      /true or false/,
    ],
    ['a box for a text', { type: 'string' }, 'checkbox', {}, /a text/],
    ['choices for one value', { type: 'string' }, 'selectboxes', { values: values('x') }, /one value only/],
    [
      'a text without the pattern',
      { type: 'string', pattern: '[0-9]{5}' },
      'textfield',
      {},
      /the pattern \[0-9\]\{5\}/,
    ],
    [
      'another pattern',
      { type: 'string', pattern: '^[0-9]{5}$' },
      'textfield',
      { validate: { pattern: '[0-9]{4,5}' } },
      /the pattern/,
    ],
    [
      'addresses that the pattern does not take',
      { type: 'string', pattern: '^[a-z]+@[a-z.]+$' },
      'email',
      {},
      /the pattern/,
    ],
    ['a plain time', { type: 'string', format: 'time' }, 'textfield', {}, /the check "time"/],
  ])('is refused with %s', (_, property, type, rest, word) => {
    const found = one(property, [type, rest]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(word);
    expect(found[0]).toMatch(/^form components\.0\./);
  });
  it.each([
    [
      'its length',
      { type: 'string', minLength: 2, maxLength: 5 },
      'textfield',
      { validate: { minLength: 2, maxLength: 5 } },
    ],
    [
      'its limits',
      { type: 'integer', minimum: 1850, maximum: 2080 },
      'number',
      { decimalLimit: 0, validate: { min: 1850, max: 2080 } },
    ],
    [
      'the same pattern',
      { type: 'string', pattern: '^[0-9]{4}$' },
      'textfield',
      { validate: { pattern: '([0-9]{4})' } },
    ],
    [
      'a check that is stricter',
      { type: 'string', pattern: '([0]{1}[1-9]{1}|[1-9]{1}[0-9]{1})[0-9]{3}', maxLength: 5 },
      'textfield',
      { properties: { fim: A, check: 'postcode' } },
    ],
    [
      'a number as a text',
      { type: 'string', minLength: 4, maxLength: 4 },
      'number',
      { decimalLimit: 0, validate: { min: 1000, max: 9999 } },
    ],
    [
      'codes',
      { type: 'string', oneOf: [{ const: '001' }, { const: '002' }] },
      'select',
      { data: { values: values('002') } },
    ],
  ])('fits with %s', (_, property, type, rest) => {
    expect(one(property, [type, rest])).toEqual([]);
  });
  it('names a path of the schema', () => {
    refused(
      page(field('textfield', 'a', B)),
      jsonSchema({ [A]: text }),
      /^form components.0.properties.fim: schema.json has no F99000000002/,
    );
  });
  it('has no constant of another type beside it', () => {
    expect(
      reasons(page(way()), { ...jsonSchema({ [A]: { type: 'integer' } }), constants: { [A]: 'x', [B]: 1 } }),
    ).toEqual([
      `entry constants.${B}: schema.json has no such element`,
      expect.stringMatching(/schema.json wants a value of the type integer/),
    ]);
  });
});

describe('a day of birth in three numbers', () => {
  const part = (more: object = {}) => ({ type: 'integer', ...more });
  const born = group(
    { F60000000231: part(), F60000000232: part(), F60000000233: part({ minimum: 1850, maximum: 2080 }) },
    ['F60000000233'],
  );
  it('has years within those of the schema', () => {
    const schema = jsonSchema({ [G]: born }, [G]);
    const limits = { minDate: '1850-01-01', maxDate: 'moment()' };
    fits(page(field('day', 'a', G, { ...limits, validate: { required: true } })), schema);
    refused(page(field('day', 'a', G, { validate: { required: true } })), schema, /minDate/, /maxDate/);
    refused(page(field('day', 'a', G, limits)), schema, /may leave it out/);
  });
});
