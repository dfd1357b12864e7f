import { describe, expect, test } from 'vitest';
import { accepted, inPage, made, notes, own } from './testing.ts';

const described = (type: string, more: object) => {
  const [field] = inPage(made(type, { key: 'a', ...more }));
  return field && 'description' in field ? field.description : undefined;
};

describe('a placeholder', () => {
  test.each<[string, object, string]>([
    [
      'textfield',
      { label: 'Kosten', placeholder: 'Art der Ausgabe, wann entstanden und Betrag' },
      'Art der Ausgabe, wann entstanden und Betrag',
    ],
    ['textfield', { label: 'Datum', placeholder: 'dd-mm-yyyy' }, 'dd-mm-yyyy'],
    [
      'textarea',
      { label: 'Grund', description: 'In Worten.', placeholder: 'höchstens drei Sätze' },
      'In Worten. höchstens drei Sätze',
    ],
    ['number', { label: 'Fläche', placeholder: 'ohne Keller' }, 'ohne Keller'],
    ['datetime', { label: 'Beginn', placeholder: 'frühestens morgen' }, 'frühestens morgen'],
    [
      'select',
      { label: 'Amt', placeholder: 'Das Amt Ihrer Wohnung', data: { values: [{ value: 'x', label: 'X' }] } },
      'Das Amt Ihrer Wohnung',
    ],
  ])('of a %s that says more than the field is its description: %j', (type, more, description) => {
    expect(described(type, more)).toBe(description);
    expect(notes(made(type, { key: 'a', ...more }))).toContain('it is shown as description');
  });

  test('of a field without a label is its label, if it has words', () => {
    const nameless = made('textfield', { key: 'f_2', label: '', placeholder: 'Ihr Beruf' });
    const [field] = inPage(nameless);
    expect(field).toMatchObject({ label: 'Ihr Beruf' });
    expect(field).not.toHaveProperty('description');
    expect(notes(nameless)).toContain('it has no label: it is called "Ihr Beruf"');
    expect(inPage({ ...nameless, placeholder: '12/345' })[0]).toMatchObject({ label: 'F 2' });
    expect(inPage({ ...nameless, placeholder: 'Wie {{ data.b }}' })[0]).toMatchObject({ label: 'F 2' });
  });

  test('of signs and digits is an example', () => {
    const { form, english } = accepted(made('textfield', { key: 'a', placeholder: '12/345' }));
    expect(form.components[0]?.components[0]).toMatchObject({ description: 'Zum Beispiel: 12/345' });
    expect(english['Zum Beispiel: 12/345']).toBe('For example: 12/345');
  });

  test.each<[string, object]>([
    ['textfield', { label: 'Vorname', placeholder: 'Vorname' }],
    [
      'textfield',
      { label: 'Vorname', placeholder: 'Bitte geben Sie Ihren Vornamen ein', description: 'Vornamen' },
    ],
    ['textfield', { label: 'First name', placeholder: 'Enter your first name…' }],
    ['textfield', { label: 'Kosten', tooltip: 'Art und Betrag', placeholder: 'Betrag und Art' }],
    ['textfield', { label: 'Kennung', placeholder: '___-___' }],
    ['datetime', { label: 'Beginn', placeholder: 'TT.MM.JJJJ' }],
    ['datetime', { label: 'Beginn', placeholder: 'yyyy-MM-dd hh:mm' }],
    ['currency', { label: 'Betrag', placeholder: '0,00' }],
    ['email', { label: 'E-Mail', placeholder: 'name@example.org' }],
    ['select', { label: 'Amt', placeholder: 'Bitte wählen', data: { values: [{ value: 'x', label: 'X' }] } }],
  ])('of a %s that says no more is left out, and the report says so: %j', (type, more) => {
    expect(described(type, more)).toBe(
      (more as { tooltip?: string; description?: string }).tooltip ??
        (more as { description?: string }).description,
    );
    expect(notes(made(type, { key: 'a', ...more }))).toContain('says no more than the field itself');
  });

  test('that a script would fill is left out, and the report says so', () => {
    expect(described('textfield', { placeholder: 'Wie {{ data.b }}' })).toBeUndefined();
    expect(notes(made('textfield', { placeholder: 'Wie {{ data.b }}' }))).toContain(
      'a text with {{ }} is left out',
    );
  });

  test('where Form.io shows none is passed over', () => {
    expect(described('checkbox', { placeholder: 'niemals gesehen' })).toBeUndefined();
    expect(notes(made('checkbox', { placeholder: 'niemals gesehen' }))).toContain('placeholder');
  });

  test('of a web address is a notation like that of a date', () => {
    expect(inPage(own('url', { placeholder: 'https://' }))[0]).not.toHaveProperty('description');
  });
});
