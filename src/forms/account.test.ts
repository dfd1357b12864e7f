import { describe, expect, it } from 'vitest';
import type { TrustLevel } from '#domain/trust-level.ts';
import {
  breaksLock,
  differences,
  enteredMail,
  enteredName,
  type Proof,
  provenFields,
  undecided,
  withApplied,
  withLocks,
} from './account.ts';
import { fieldsOf } from './components.ts';
import { formOf } from './testing/form.ts';

const field = (type: string, key: string, prefill: string, more: object = {}) => {
  const { properties, ...rest } = more as { properties?: object };
  return { type, key, label: key, input: true, properties: { prefill, ...properties }, ...rest };
};
const form = formOf(
  field('textfield', 'family', 'familyName', { properties: { lockedFrom: 'substantial' } }),
  field('day', 'born', 'birthdate'),
  field('phoneNumber', 'phone', 'phoneNumber', { properties: { compared: 'yes' } }),
  field('select', 'title', 'salutation', { data: { values: [{ value: 'ms', label: 'Frau' }] } }),
  { type: 'checkbox', key: 'elsewhere', label: 'E', input: true },
  field('textfield', 'town', 'locality', { conditional: { show: true, when: 'elsewhere', eq: 'true' } }),
);
const values = {
  familyName: 'Hansen',
  birthdate: '1984-02-29',
  phoneNumber: '0431 1',
  salutation: 'mr',
  locality: 'Kiel',
};
const proof = (trustLevel: TrustLevel = 'low', more: Record<string, string> = {}): Proof => ({
  trustLevel,
  values: { ...values, ...more },
});
const same = { family: 'Hansen', born: '02/29/1984', phone: '+49 431 1', title: '' };

describe('the name that was entered', () => {
  const names = formOf(
    { type: 'checkbox', key: 'isPerson', label: 'P', input: true },
    field('textfield', 'last', 'familyName', { conditional: { show: true, when: 'isPerson', eq: 'true' } }),
    field('textfield', 'first', 'givenName'),
  );

  it('is that of the fields an account would fill in, as far as they are asked', () => {
    const data = { first: ' Ada ', last: 'Hansen', isPerson: true };
    expect(enteredName(names, data)).toBe('Ada Hansen');
    expect(enteredName(names, { ...data, first: '' })).toBe('Hansen');
    expect(enteredName(names, { ...data, isPerson: false })).toBe('Ada');
    expect(enteredName(names, {})).toBeNull();
    expect(enteredName(form, same)).toBe('Hansen');
  });
});

it('the e-mail address that was entered is that of the field an account would fill in, as far as it is asked', () => {
  const mails = formOf(
    { type: 'email', key: 'employer', label: 'E', input: true },
    { type: 'checkbox', key: 'isPerson', label: 'P', input: true },
    field('email', 'own', 'email', { conditional: { show: true, when: 'isPerson', eq: 'true' } }),
  );
  const data = { employer: 'boss@example.com', own: 'ada@example.com', isPerson: true };
  expect(enteredMail(mails, data)).toBe('ada@example.com');
  expect(enteredMail(mails, { ...data, isPerson: false })).toBeNull();
  expect(enteredMail(mails, { ...data, own: ' ' })).toBeNull();
});

describe('differences', () => {
  it('are where both say something, and something else', () => {
    expect(differences(form, same, proof())).toEqual([]);
    expect(differences(form, { ...same, family: 'Jensen', born: '03/01/1984' }, proof())).toEqual([
      { key: 'family', own: 'Jensen', account: 'Hansen', locked: false },
      { key: 'born', own: '03/01/1984', account: '02/29/1984', locked: false },
    ]);
  });

  it('are not where one of the two is empty, unless the account is to have the last word', () => {
    expect(differences(form, { ...same, phone: ' ', family: '' }, proof())).toEqual([]);
    expect(differences(form, { ...same, family: 'Jensen' }, proof('low', { familyName: ' ' }))).toEqual([]);
    expect(differences(form, { ...same, family: '' }, proof('substantial'))).toEqual([
      { key: 'family', own: '', account: 'Hansen', locked: true },
    ]);
  });

  it('are not in what the field cannot hold, nor in what nobody sees', () => {
    expect(differences(form, { ...same, title: 'ms' }, proof())).toEqual([]);
    expect(differences(form, { ...same, town: 'Husum' }, proof())).toEqual([]);
    expect(differences(form, { ...same, elsewhere: true, town: 'Husum' }, proof())).toMatchObject([
      { key: 'town', own: 'Husum', account: 'Kiel' },
    ]);
    expect(differences(form, { ...same, born: '03/01/1984' }, proof('low', { birthdate: '1984' }))).toEqual(
      [],
    );
  });
});

describe('a decision', () => {
  const found = differences(form, { ...same, phone: '0431 2' }, proof());
  const left = (account: string, own: string | null) =>
    undecided(form, found, [{ key: 'phone', account, own }]).map(({ key }) => key);

  it('stands for the two values that it was about, however they are written', () => {
    expect(left('0431 1', '0431 2')).toEqual([]);
    expect(left('+49431/1', '(0431) 2')).toEqual([]);
  });

  it('is asked for again when either of the two changes', () => {
    expect(left('0431 9', '0431 2')).toEqual(['phone']);
    expect(left('0431 1', '0431 9')).toEqual(['phone']);
  });

  it('covers the correction that it leads to', () => {
    expect(left('0431 1', null)).toEqual([]);
    expect(left('0431 9', null)).toEqual(['phone']);
  });

  it('cannot keep what is locked', () => {
    const locked = differences(form, { ...same, family: 'Jensen' }, proof('high'));
    const decisions = [{ key: 'family', account: 'Hansen', own: 'Jensen' }];
    expect(undecided(form, locked, decisions)).toEqual(locked);
  });
});

describe('what is taken over from the account', () => {
  const asked = (when: string, eq: string) => ({ conditional: { show: true, when, eq } });
  const company = formOf(
    field('select', 'kind', 'legalForm', {
      data: { values: ['single', 'other'].map((value) => ({ value, label: value })) },
    }),
    field('textfield', 'name', 'legalFormName', asked('kind', 'other')),
    field('textfield', 'short', 'companyName', asked('name', 'Verein')),
    field('textfield', 'note', 'occupation'),
  );
  const apply = (data: object, values: Record<string, string>) =>
    withApplied(company, data as never, { kind: 'other' }, { trustLevel: 'low', values });

  it('brings the values of fields that it makes visible, and those of fields that these make visible', () => {
    const values = { legalForm: 'other', legalFormName: 'Verein', companyName: 'e. V.', occupation: 'n' };
    expect(apply({ kind: 'single' }, values)).toEqual({ kind: 'other', name: 'Verein', short: 'e. V.' });
    expect(apply({ kind: 'single' }, { legalForm: 'other' })).toEqual({ kind: 'other' });
  });

  it('leaves what the person has written, and what they could see and left empty', () => {
    const values = { legalForm: 'other', legalFormName: 'Verein', occupation: 'n' };
    expect(apply({ kind: 'single', name: 'AG' }, values)).toEqual({ kind: 'other', name: 'AG' });
    expect(apply({ kind: 'other', name: '' }, values)).toEqual({ kind: 'other', name: '' });
  });
});

describe('a locked field', () => {
  it('is one that the form names, from the level on that it names', () => {
    const isDisabled = (level: TrustLevel) =>
      fieldsOf(withLocks(form, proof(level)).components).flatMap(({ key, disabled }) =>
        disabled ? [key] : [],
      );
    expect(isDisabled('low')).toEqual([]);
    expect(isDisabled('substantial')).toEqual(['family']);
    expect(isDisabled('high')).toEqual(['family']);
    expect(fieldsOf(form.components).some(({ disabled }) => disabled)).toBe(false);
  });

  it('that nobody sees contradicts nothing, and may have any value', () => {
    const hidden = formOf(
      { type: 'checkbox', key: 'elsewhere', label: 'E', input: true },
      field('textfield', 'town', 'locality', {
        conditional: { show: true, when: 'elsewhere', eq: 'true' },
        properties: { lockedFrom: 'low' },
      }),
    );
    const vouched = proof('low');
    const saved = (elsewhere: boolean) => ({ elsewhere, town: 'Husum' });
    expect(differences(hidden, saved(false), vouched)).toEqual([]);
    expect(differences(hidden, saved(true), vouched)).toHaveLength(1);
    expect(provenFields(hidden, { elsewhere: false, town: 'Kiel' }, vouched)).toEqual([]);
    expect(breaksLock(hidden, {}, saved(false), vouched)).toEqual([]);
    expect(breaksLock(hidden, {}, saved(true), vouched)).toEqual(['town']);
  });

  it("takes the account's value or stays as it is", () => {
    const broken = (stored: object, saved: object, level: TrustLevel = 'high') =>
      breaksLock(form, stored as never, saved as never, proof(level));
    expect(broken({ family: 'Jensen' }, { family: 'Petersen' })).toEqual(['family']);
    expect(broken({ family: 'Hansen' }, { family: '' })).toEqual(['family']);
    expect(broken({ family: 'Jensen' }, { family: 'Jensen', phone: '1' })).toEqual([]);
    expect(broken({ family: 'Jensen' }, { family: ' Hansen' })).toEqual([]);
    expect(broken({ family: 'Jensen' }, { family: 'Petersen' }, 'low')).toEqual([]);
  });
});

it('knows which values are those of the account', () => {
  expect(provenFields(form, { ...same, phone: '0431 2', town: 'Kiel' }, proof())).toEqual(['family', 'born']);
});
