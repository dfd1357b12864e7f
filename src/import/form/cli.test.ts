import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { plainContent } from '../testing/content-folder.ts';

const content = plainContent();
afterAll(() => content.remove());
const CLI = join(import.meta.dirname, 'cli.ts');
const run = (...args: string[]) => spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8' });
const field = { type: 'textfield', key: 'a', label: 'Angabe', input: true, tableView: true };

function exported(name: string, json: unknown): string {
  const file = join(content.dir, name);
  writeFileSync(file, JSON.stringify(json));
  return file;
}

test('becomes the form of a service, and keeps its translations', () => {
  const folder = join(content.dir, 'services/imported');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'service.json'), '{}');
  writeFileSync(join(folder, 'form.en.json'), '{"Angabe":"Item","Alt":"Old"}');
  const file = exported('export.json', { title: 'Antrag', components: [field] });
  const { status, stdout, stderr } = run(file, '--service', 'imported', '--to', content.dir);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('1 pages, 1 fields');
  const form = JSON.parse(readFileSync(join(folder, 'form.json'), 'utf8'));
  expect(form).toMatchObject({ name: 'imported', components: [{ components: [{ key: 'a' }] }] });
  expect(JSON.parse(readFileSync(join(folder, 'form.en.json'), 'utf8'))).toEqual({ Angabe: 'Item' });
});

test('an export that comes again leaves what an editor has added, and says what it has replaced', () => {
  const folder = join(content.dir, 'services/again');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'service.json'), '{}');
  const gone = { ...field, key: 'gone' };
  const typed = { ...field, key: 'typed' };
  const grid = {
    ...field,
    type: 'datagrid',
    key: 'list',
    label: 'Liste',
    components: [{ ...field, key: 'b' }],
  };
  const first = exported('first.json', { title: 'Antrag', components: [field, gone, typed, grid] });
  run(first, '--service', 'again', '--to', content.dir);
  const file = join(folder, 'form.json');
  const form = JSON.parse(readFileSync(file, 'utf8'));
  const [a, , , list] = form.components[0].components;
  Object.assign(a, {
    errors: { required: 'Fehlt.' },
    properties: { prefill: 'familyName' },
    label: 'Anders',
  });
  Object.assign(list, { rowLabel: 'Posten', rowNamedBy: 'b' });
  Object.assign(list.components[0], { errors: { required: 'Fehlt auch.' } });
  writeFileSync(file, JSON.stringify(form));
  writeFileSync(join(folder, 'form.en.json'), '{"Fehlt.":"Missing.","Fehlt auch.":"Missing, too."}');
  const second = exported('second.json', {
    title: 'Antrag',
    components: [field, { ...typed, type: 'email' }, grid],
  });
  const { stdout } = run(second, '--service', 'again', '--to', content.dir);
  expect(stdout).toContain('names of entries have been kept: a, list, list.b\n');
  expect(stdout).toContain('different until now: a.label, typed.type\n');
  expect(stdout).toContain('no longer there: gone\n');
  expect(JSON.parse(readFileSync(file, 'utf8')).components[0].components).toMatchObject([
    { label: 'Angabe', errors: { required: 'Fehlt.' }, properties: { prefill: 'familyName' } },
    { type: 'email' },
    { rowLabel: 'Posten', rowNamedBy: 'b', components: [{ errors: { required: 'Fehlt auch.' } }] },
  ]);
  expect(JSON.parse(readFileSync(join(folder, 'form.en.json'), 'utf8'))).toMatchObject({
    'Fehlt.': 'Missing.',
    'Fehlt auch.': 'Missing, too.',
  });
  expect(stdout).not.toContain('whose name it is');
});

test('messages and properties of an export that comes again are joined with those of the editor', () => {
  const folder = join(content.dir, 'services/joined');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'service.json'), '{}');
  const own = { ...field, autocomplete: 'family-name', errors: { pattern: 'Vom Export.' } };
  const file = exported('joined.json', { title: 'Antrag', components: [own] });
  run(file, '--service', 'joined', '--to', content.dir);
  const path = join(folder, 'form.json');
  const form = JSON.parse(readFileSync(path, 'utf8'));
  const [a] = form.components[0].components;
  a.properties = { ...a.properties, prefill: 'familyName' };
  a.errors = { required: 'Fehlt.', pattern: 'Von hier.' };
  writeFileSync(path, JSON.stringify(form));
  const { stdout } = run(file, '--service', 'joined', '--to', content.dir);
  expect(JSON.parse(readFileSync(path, 'utf8')).components[0].components).toMatchObject([
    {
      properties: { autocomplete: 'family-name', prefill: 'familyName' },
      errors: { required: 'Fehlt.', pattern: 'Vom Export.' },
    },
  ]);
  expect(stdout).toContain('different until now: a.errors\n');
});

test('a form with faults is not replaced: nothing of it could be kept', () => {
  const folder = join(content.dir, 'services/faulty');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'service.json'), '{}');
  const faulty = '{"title":"Antrag","components":[{"type":"password"}]}';
  writeFileSync(join(folder, 'form.json'), faulty);
  const file = exported('whole.json', { title: 'Antrag', components: [field] });
  const { status, stderr } = run(file, '--service', 'faulty', '--to', content.dir);
  expect([status, stderr]).toEqual([1, expect.stringContaining('form.json has faults')]);
  expect(readFileSync(join(folder, 'form.json'), 'utf8')).toBe(faulty);
});

test('says when no field is the name of whoever applies', () => {
  expect(run(exported('nameless.json', [field])).stdout).toContain('No field says whose name it is');
});

test.each<[string, () => string[], RegExp]>([
  ['nothing', () => [], /^Usage: npm run import:form/],
  ['no such file', () => [join(content.dir, 'none.json')], /^Nothing was imported: ENOENT/],
  ['a folder', () => [content.dir], /^Nothing was imported: EISDIR/],
  ['an unknown option', () => ['--fast'], /^Nothing was imported: Unknown option '--fast'/],
  ['no JSON', () => [CLI], /^The form cannot be used:\n {2}.*cli\.ts:\d+: not valid JSON/],
  [
    'a service that is not there',
    () => [exported('a.json', [field]), '--service', 'none', '--to', content.dir],
    /^There is no service none/,
  ],
  ['a password', () => [exported('b.json', [{ ...field, type: 'password' }])], /b\.json:1: components/],
])('%s ends with a reason', (_, args, reason) => {
  const { status, stdout, stderr } = run(...args());
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toContain('    at ');
});

test('--help tells how', () => {
  const { status, stdout } = run('--help');
  expect([status, stdout]).toEqual([0, expect.stringContaining('--service NAME')]);
});
