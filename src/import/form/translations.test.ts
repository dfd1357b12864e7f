import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { plainContent } from '../testing/content-folder.ts';
import { formCommand } from './command.ts';

const content = plainContent();
afterAll(() => content.remove());
const field = { type: 'textfield', key: 'a', label: 'Angabe', input: true };
const HTML = '<p>Lesen Sie die <a href="https://www.beispiel.example/a">"Hinweise"</a>.</p>';
const text = { type: 'content', key: 'hint', label: 'Hinweis', input: false, html: HTML };
const folder = join(content.dir, 'services/translated');
const [MISSING, ENGLISH] = ['form.en.missing.json', 'form.en.json'].map((name) => join(folder, name)) as [
  string,
  string,
];

const run = (...components: object[]) => {
  const file = join(content.dir, 'export.json');
  writeFileSync(file, JSON.stringify({ title: 'Antrag', components }));
  return formCommand([file, '--service', 'translated', '--to', content.dir], content.dir);
};
const read = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'));
const write = (file: string, json: unknown) => writeFileSync(file, JSON.stringify(json));

beforeEach(() => {
  mkdirSync(folder, { recursive: true });
  write(join(folder, 'service.json'), { title: { de: 'Dienst', en: 'Service' } });
  write(ENGLISH, {});
  write(MISSING, {});
});

describe('texts without an English one', () => {
  test('are in a file beside the form, which an editor fills in and the next import takes over', () => {
    const { out } = run(field, text);
    expect(read(MISSING)).toEqual({ Antrag: '', Angabe: '', [HTML]: '' });
    expect(out.join('\n')).toContain(`are in ${MISSING}: write it behind each`);

    const english = HTML.replace('Lesen Sie die', 'Read the').replace('Hinweise', 'hints');
    write(MISSING, { ...read(MISSING), Angabe: 'Item', [HTML]: english });
    run(field, text);
    expect(read(ENGLISH)).toEqual({ Angabe: 'Item', [HTML]: english });
    expect(read(MISSING)).toEqual({ Antrag: '' });
    const before = [MISSING, ENGLISH].map((file) => readFileSync(file, 'utf8'));

    run(field, text);
    expect([MISSING, ENGLISH].map((file) => readFileSync(file, 'utf8'))).toEqual(before);

    write(MISSING, { Antrag: 'Application' });
    expect(run(field, text).out.join('\n')).not.toContain('write it behind each');
    expect(existsSync(MISSING)).toBe(false);
    expect(read(ENGLISH)).toEqual({
      Antrag: 'Application',
      Angabe: 'Item',
      [HTML]: english,
    });
  });

  test('stay empty where an editor has only written blanks', () => {
    write(MISSING, { Angabe: ' ' });
    run(field);
    expect(read(MISSING)).toEqual({ Antrag: '', Angabe: '' });
  });

  test('that got two different ones keep the one in use, and the report says so', () => {
    write(ENGLISH, { Angabe: 'Item' });
    write(MISSING, { Angabe: 'Entry' });
    expect(run(field).out.join('\n')).toContain('"Angabe" has two different translations');
    expect(read(ENGLISH)).toEqual({ Angabe: 'Item' });
  });

  test('that have changed a little are named with the translation that they have lost', () => {
    write(ENGLISH, { Anggabe: 'Item', 'Ganz anders': 'Quite different' });
    const out = run(field).out.join('\n');
    expect(out).toContain('changed a little');
    expect(out).toContain('  Angabe\n    was: Anggabe\n    in English: Item');
    expect(out).not.toContain('was: Ganz anders');
  });

  test('and translations of texts that are gone are named', () => {
    write(ENGLISH, { Alt: 'Old' });
    write(MISSING, { Neu: 'New' });
    const out = run(field).out.join('\n');
    expect(out).toContain('Translations whose text the form no longer has (2)');
    expect(out).toContain('  Neu: New\n  Alt: Old');
  });

  test.each([
    ['{"Angabe": "Item",}', 'not valid JSON'],
    ['{"Angabe": 5}', 'Angabe'],
    ['{"Angabe": "Item", "Angabe": ""}', 'given twice'],
  ])('change nothing if the file has a fault: %s', (source, reason) => {
    run(field);
    writeFileSync(MISSING, source);
    const form = readFileSync(join(folder, 'form.json'), 'utf8');
    const { errors } = run(field, text);
    expect(errors?.[0]).toBe('Nothing was imported:');
    expect(errors?.[1]).toContain(`${MISSING}:1`);
    expect(errors?.[1]).toContain(reason);
    expect(readFileSync(MISSING, 'utf8')).toBe(source);
    expect(readFileSync(join(folder, 'form.json'), 'utf8')).toBe(form);
  });
});

describe('a form without a title', () => {
  const untitled = (more: object, ...service: string[]) => {
    const file = join(content.dir, 'valtimo.cb242671.json');
    write(file, { display: 'form', ...more, components: [field] });
    return formCommand([file, ...service, '--to', content.dir], content.dir).out.join('\n');
  };

  test.each([{}, { name: 'startFormulier' }, { title: ' ' }])('has that of its service: %j', (more) => {
    const out = untitled(more, '--service', 'translated');
    expect(out).toContain('the form has no title: it is called "Dienst", as the service');
    const form = JSON.parse(readFileSync(join(folder, 'form.json'), 'utf8'));
    expect([form.title, form.components[0].title]).toEqual(['Dienst', 'Dienst']);
    expect(read(ENGLISH)).toEqual({ Dienst: 'Service' });
  });

  test('never has that of the file', () => {
    expect(untitled({})).toContain('The form "Formular" can be used');
    expect(untitled({ name: 'startFormulier' })).toContain('The form "Start formulier" can be used');
    expect(untitled({})).not.toContain('valtimo');
  });
});

test('an export on one line names the place of every change and refusal by labels and keys', () => {
  const part = (...components: object[]) => ({ type: 'fieldset', key: 'part', legend: 'Teil', components });
  const out = run(
    part({ ...field, placeholder: 'nur Ziffern' }, { ...field, key: 'b', placeholder: 'kurz' }),
  );
  expect(out.out.join('\n')).toContain(
    '  placeholder: it is shown as description:\n    line 1: "Teil" › "Angabe" (a)\n    line 1: "Teil" › "Angabe" (b)\n',
  );
  const errors = run(part({ type: 'password', label: 'Wort', input: true }, part())).errors?.join('\n');
  expect(errors).toContain('– "Teil" › "Wort" (a password without key)');
  expect(errors).toContain('left out: there is nothing in it (line 1: "Teil" › "Teil" (part))');
});

test('a page and a part are named as people see them, not by the label that the builder gave them', () => {
  const part = {
    type: 'fieldset',
    key: 'part',
    label: 'Skjemagruppe',
    legend: 'Teil',
    components: [{ ...field, placeholder: 'nur Ziffern' }],
  };
  const page = { type: 'panel', key: 'page', label: 'Panel', title: 'Seite', components: [part] };
  expect(run(page).out.join('\n')).toContain('line 1: "Seite" › "Teil" › "Angabe" (a)');
});

test('a component without key is told with its place', () => {
  const { key: _, ...keyless } = field;
  expect(run(keyless).out.join('\n')).toContain(
    '  it has no key: here it is "angabe" (line 1: "Angabe" (a textfield without key))',
  );
});
