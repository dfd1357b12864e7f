import { describe, expect, it } from 'vitest';
import type { Proof } from '#forms/account.ts';
import type { FormData, FormDefinition } from '#forms/types.ts';
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

it('an address outside of the authority’s area is told, unless it is not asked', () => {
  const postcode = {
    type: 'textfield',
    key: 'postcode',
    label: 'Postcode',
    input: true,
    properties: { check: 'inArea' },
    conditional: { show: true, when: 'town', eq: 'yes' },
  };
  const components = [
    { type: 'panel', key: 'address', title: 'Address', components: [member('town', false), postcode] },
  ];
  const asking = { components } as unknown as FormDefinition;
  const kiel = { name: 'Kiel', postcodes: ['24103'] };
  const missed = (data: FormData, area?: () => typeof kiel) =>
    formioForm(
      asking,
      'en',
      undefined,
      area && (() => ({ area: area(), hours: () => undefined })),
    ).missedArea(data);
  expect(missed({ town: 'yes', postcode: '23552' }, () => kiel)).toBe('Kiel');
  expect(missed({ town: 'yes', postcode: '24103' }, () => kiel)).toBeNull();
  expect(missed({ town: 'no', postcode: '23552' }, () => kiel)).toBeNull();
  expect(missed({ town: 'yes', postcode: '23552' })).toBeNull();
});

it('the form that is shown and the one that is checked have the hours of the authority today', () => {
  const pickup = {
    type: 'day',
    key: 'pickup',
    label: 'pickup',
    input: true,
    properties: { openingHours: 'authority' },
  };
  const asking = {
    components: [{ type: 'panel', key: 'delivery', title: 'Delivery', components: [pickup] }],
  } as unknown as FormDefinition;
  const open = (rules: string) =>
    formioForm(asking, 'en', undefined, () => ({
      area: { name: 'Kiel', postcodes: [] },
      hours: () => ({ rules, text: rules }),
    }));
  const weekdays = open('Mo-Fr 08:00-12:00');
  const saturdays = open('Sa 08:00-12:00');
  // A Saturday and a Monday, far ahead.
  const faults = (form: typeof weekdays, day: string) =>
    form.check({ pickup: day }).faults.map(({ rule }) => rule);
  expect(faults(weekdays, '07/01/2045')).toEqual(['openingHours']);
  expect(faults(saturdays, '07/01/2045')).toEqual([]);
  expect(faults(weekdays, '07/03/2045')).toEqual([]);
  expect(faults(saturdays, '07/03/2045')).toEqual(['openingHours']);
  expect(JSON.stringify(weekdays.access?.(null))).toContain('Mo-Fr 08:00-12:00');
  expect(saturdays.access?.(null), 'so what was confirmed is confirmed again').not.toEqual(
    weekdays.access?.(null),
  );
});

describe('answers that come back from outside', () => {
  const field = (key: string, more: object = {}) => ({
    ...member(key, false),
    ...more,
  });
  const known = {
    components: [
      {
        type: 'panel',
        key: 'person',
        title: 'Person',
        components: [
          field('familyName', { properties: { prefill: 'familyName', lockedFrom: 'high' } }),
          field('town', { properties: { prefill: 'locality' } }),
          { type: 'email', key: 'email', label: 'email', input: true },
          { type: 'number', key: 'count', label: 'count', input: true },
          {
            type: 'file',
            key: 'proof',
            label: 'proof',
            input: true,
            multiple: true,
            filePattern: 'application/pdf',
            fileMaxSize: '1MB',
          },
        ],
      },
    ],
  } as unknown as FormDefinition;
  const restored = (stored: FormData, proof: Proof | null = null, account = {}) =>
    formioForm(known, 'en').restore(account, stored, proof);
  const proof = {
    providerId: 'nkb',
    trustLevel: 'high',
    at: '2026-11-26T10:00:00Z',
    values: { familyName: 'Thomsen', locality: 'Kiel' },
  } as const;

  const empty = { familyName: '', town: '', email: '', proof: [] };

  it('keep what was typed, also where it is wrong', () => {
    expect(restored({ town: 'Plön', email: 'half@', count: 3 })).toEqual({
      ...empty,
      town: 'Plön',
      email: 'half@',
      count: 3,
    });
  });

  it('lose files, what the form does not know, and values of another kind', () => {
    const file = {
      id: '9b6c9d7e-2f1a-4c3b-8d5e-6f7a8b9c0d1e',
      name: 'a.pdf',
      size: 7,
      type: 'application/pdf',
    };
    expect(restored({ town: 'Plön', proof: [file], gone: 'x', count: 'many', familyName: { a: 1 } })).toEqual(
      {
        ...empty,
        town: 'Plön',
      },
    );
  });

  it('set no property of objects', () => {
    const hostile = JSON.parse(
      '{"town":"Plön","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    const data = restored(hostile);
    expect(data).toEqual({ ...empty, town: 'Plön' });
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('change nothing that the account of whoever opens them locks', () => {
    const other = { familyName: 'Petersen', town: 'Plön' };
    expect(restored(other, proof, proof.values)).toMatchObject({ familyName: 'Thomsen', town: 'Plön' });
    expect(restored(other, { ...proof, trustLevel: 'low' }, proof.values)).toMatchObject(other);
    expect(restored(other, null)).toMatchObject(other);
    expect(restored({}, proof, proof.values)).toMatchObject({ familyName: 'Thomsen', town: 'Kiel' });
  });
});

it('the browser is not told what the values are called in the schema of an authority', () => {
  const mapped = (properties?: Record<string, string>) =>
    ({
      components: [
        {
          type: 'panel',
          key: 'page',
          title: 'Page',
          components: [{ ...member('name', true), ...(properties && { properties }) }],
        },
      ],
    }) as unknown as FormDefinition;
  const shown = (properties?: Record<string, string>) => formioForm(mapped(properties), 'en').access?.(null);
  expect(shown({ fim: 'F99000000001', fimFile: 'name' })).toEqual(shown());
  expect(shown({ fim: 'F99000000001', charset: 'A' })).toEqual(shown({ charset: 'A' }));
});
