import { describe, expect, test } from 'vitest';
import { collectTexts } from './localise.ts';
import { evaluate } from './rules/rules.ts';
import { canonicalData, summarise } from './summary.ts';
import { formOf } from './testing/form.ts';

const name = { type: 'textfield', key: 'name', label: 'Name', input: true };
const hidden = (more: object) => ({ type: 'hidden', key: 'secret', label: 'intern', input: true, ...more });
const secretOf = (more: object, data: Record<string, string>) =>
  evaluate(formOf(name, hidden(more)), data).data.secret;

describe('a hidden text', () => {
  test('is its default value or its calculation, whatever is sent', () => {
    expect(secretOf({ defaultValue: 'v1' }, {})).toBe('v1');
    expect(secretOf({ defaultValue: 'v1' }, { secret: 'forged' })).toBe('v1');
    expect(secretOf({}, { secret: 'forged' })).toBeUndefined();
    const calculateValue = { cat: [{ var: 'data.name' }, '!'] };
    expect(secretOf({ calculateValue }, { name: 'Eva', secret: 'forged' })).toBe('Eva!');
  });

  test('decides conditions and is part of what is confirmed, but not of what is read', () => {
    const conditional = { show: true, when: 'secret', eq: 'v1' };
    const form = formOf(hidden({ defaultValue: 'v1' }), { ...name, conditional });
    expect(evaluate(form, { secret: 'forged' }).hidden.size).toBe(0);
    expect(canonicalData(form, {})).toBe('{"secret":"v1"}');
    expect(summarise(form, {}, 'de')[0]?.rows.map(({ path }) => path)).toEqual(['name']);
    expect(collectTexts(form)).not.toContain('intern');
  });

  test('has no value when its condition hides it', () => {
    const conditional = { show: true, when: 'name', eq: 'Eva' };
    expect(secretOf({ defaultValue: 'v1', conditional }, { name: 'Ada' })).toBeUndefined();
    expect(secretOf({ defaultValue: 'v1', conditional }, { name: 'Eva' })).toBe('v1');
  });
});
