import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Json } from '../form/convert/conversion.ts';
import { plainContent } from '../testing/content-folder.ts';
import { fimCommand } from './command.ts';
import { RECORD } from './record.ts';
import { at, field, group, schema, scratch, values } from './testing.ts';

const content = plainContent(0);
const files = scratch();
afterAll(() => {
  content.remove();
  files.remove();
});

let services = 0;
/** A service without a form. */
function service() {
  const name = `probe${services++}`;
  const folder = join(content.dir, 'services', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'service.json'), '{}');
  const path = (file: string) => join(folder, file);
  const read = (file: string) => JSON.parse(readFileSync(path(file), 'utf8')) as Json;
  const write = (file: string, json: unknown) => writeFileSync(path(file), JSON.stringify(json));
  return {
    name,
    read,
    write,
    /** All files with their bytes. */
    bytes: () =>
      readdirSync(folder)
        .sort()
        .map((file): [string, string] => [file, readFileSync(path(file), 'utf8')]),
    run: (text: string, ...args: string[]) =>
      fimCommand([files.file(text), '--service', name, '--to', content.dir, ...args], ''),
    /** Changes the form as an editor does. */
    edit(change: (of: (key: string) => Json, form: Json) => void) {
      const form = read('form.json');
      change((key) => found(form, key), form);
      write('form.json', form);
    },
    of: (key: string) => found(read('form.json'), key),
  };
}

function found(form: Json, key: string): Json {
  const [component] = every(form).filter((one) => one.key === key);
  if (!component)
    throw new Error(
      `no ${key} among ${every(form)
        .map((one) => one.key)
        .join(', ')}`,
    );
  return component;
}
const every = (part: Json): Json[] =>
  ((part.components ?? []) as Json[]).flatMap((component) => [component, ...every(component)]);

const F1 = 'F99000000001';
const F2 = 'F99000000002';
const F3 = 'F99000000003';
const person = (...more: string[]) =>
  schema([
    at(
      '1:1',
      group('G99000000001', 'Person', [
        at('1:1', field(F1, { label: 'Vorname', limits: 'maxLength="40"' })),
        at('1:1', field(F2, { label: 'Zusage', type: 'bool' })),
        ...more,
      ]),
    ),
  ]);

test('a schema becomes the form of a service, with the texts to translate', () => {
  const { run, read, of } = service();
  const { out, errors } = run(person());
  expect(errors).toBeUndefined();
  expect(out.join('\n')).toContain(
    '"Antrag auf eine Probe" (XDatenfelder 3.0.0, approved (gold), changed 2026-01-02): 1 pages, 2 fields.',
  );
  expect(out).toContain('  https://schema.fitko.de/fim/s99000001_1.2.schema.json');
  expect(of('vorname')).toMatchObject({ properties: { fim: `G99000000001.${F1}` } });
  expect(read('form.en.json')).toEqual({ Ja: 'Yes', Nein: 'No' });
  expect(Object.keys(read('form.en.missing.json'))).toEqual([
    'Antrag auf eine Probe',
    'Person',
    'Vorname',
    'Zusage',
  ]);
});

test('the folder keeps its permissions: a server under another user reads it', () => {
  const { name, run } = service();
  const folder = join(content.dir, 'services', name);
  chmodSync(folder, 0o751);
  run(schema([at('1:1', field('F99000000001', { label: 'Name' }))]));
  expect(readdirSync(folder)).toContain('form.json');
  expect((statSync(folder).mode & 0o777).toString(8)).toBe('751');
});

test('says which service the schema is for, and which this is', () => {
  const made = service();
  made.write('service.json', { leiKaId: '99001001001001' });
  const described = (key: string) =>
    person().replace('</x:bezeichnung>', `</x:bezeichnung><x:beschreibung>Leistung ${key}</x:beschreibung>`);
  expect(made.run(described('99001001001001')).out).toContain(
    'Its description names the service 99001001001001, as this folder does.',
  );
  expect(made.run(described('99001001001002')).out.join('\n')).toContain(
    'names the service 99001001001002, and this folder is of 99001001001001: check that it is the right schema',
  );
  expect(made.run(person()).out.join('\n')).toContain('names no service; this folder is of 99001001001001');
});

test('the same schema gives the same bytes, also again', () => {
  const [one, other] = [service(), service()];
  one.run(person());
  other.run(person());
  const first = one.bytes();
  expect(other.bytes()).toEqual(first.map(([file, text]) => [file, text.replace(one.name, other.name)]));
  one.run(person());
  expect(one.bytes()).toEqual(first);
});

test('texts that were translated stay, and move out of the list', () => {
  const { run, write, read } = service();
  run(person());
  write('form.en.missing.json', { Person: 'Person', Vorname: '' });
  run(person());
  expect(read('form.en.json')).toMatchObject({ Person: 'Person' });
  expect(Object.keys(read('form.en.missing.json'))).toEqual(['Antrag auf eine Probe', 'Vorname', 'Zusage']);
});

describe('a schema that comes again', () => {
  test('keeps what editors changed, and brings what has changed besides', () => {
    const { run, edit, of } = service();
    run(person());
    edit((key) => {
      Object.assign(key('vorname'), {
        label: 'Ihr Vorname',
        errors: { required: 'Geben Sie Ihren Vornamen ein.' },
      });
      Object.assign(key('zusage'), { type: 'checkbox', values: undefined });
    });
    const { out } = run(
      person().replace('maxLength="40"', 'maxLength="60"').replaceAll('>Person<', '>Mensch<'),
    );
    expect(of('vorname')).toMatchObject({
      label: 'Ihr Vorname',
      errors: { required: 'Geben Sie Ihren Vornamen ein.' },
      validate: { required: true, maxLength: 60 },
    });
    expect(of('zusage')).toMatchObject({ type: 'checkbox', validate: { required: true } });
    expect(of('person').title).toBe('Mensch');
    expect(out.join('\n')).toMatch(
      /Your changes that stay:\n {2}vorname\.label, vorname\.errors\.required, zusage\.type, zusage\.values/,
    );
  });

  test('keeps an editor’s change where the schema has changed too, and says so', () => {
    const { run, edit, of } = service();
    run(person());
    edit((key) => Object.assign(key('vorname'), { label: 'Ihr Vorname' }));
    const { out } = run(person().replaceAll('>Vorname<', '>Rufname<'));
    expect(of('vorname').label).toBe('Ihr Vorname');
    expect(out.join('\n')).toContain('although the schema has changed there too (compare):\n  vorname.label');
  });

  test('keeps pages, order, and components that editors added; what is new comes behind what is before it', () => {
    const { run, edit, read } = service();
    run(person());
    edit((key, form) => {
      const [page, promise] = [key('person'), key('zusage')];
      page.components = [
        { type: 'content', key: 'hint', label: 'Hinweis', html: '<p>Hinweis</p>' },
        key('vorname'),
      ];
      form.components = [
        page,
        {
          type: 'panel',
          key: 'promise',
          label: 'Zusage',
          title: 'Zusage',
          components: [promise],
        },
      ];
    });
    const { out } = run(person(at('0:1', field(F3, { label: 'Neu' }))));
    expect(
      (read('form.json').components as Json[]).map(({ key, components }) => [
        key,
        (components as Json[]).map((inner) => inner.key),
      ]),
    ).toEqual([
      ['person', ['hint', 'vorname']],
      ['promise', ['zusage', 'neu']],
    ]);
    expect(out.join('\n')).toContain('New in the schema:\n  neu');
  });

  test('takes out what the schema has no longer, and leaves out what editors took out', () => {
    const { run, edit, read } = service();
    const inner = at('1:1', group('G99000000002', 'Innen', [at('1:1', field(F3, { label: 'Drei' }))]));
    run(person(inner));
    edit((key) => {
      key('person').components = [key('vorname'), key('innen')];
      key('innen').components = [
        key('drei'),
        { type: 'content', key: 'hint', label: 'Hinweis', html: '<p>Hinweis</p>' },
      ];
    });
    const { out } = run(person());
    expect(every(read('form.json')).map(({ key }) => key)).toEqual(['person', 'vorname', 'hint']);
    expect(out.join('\n')).toContain('because you took them out:\n  zusage');
    expect(out.join('\n')).toContain('No longer in the schema, and taken out:\n  innen, drei');
  });

  test('knows a field by its path: keys stay when labels change, and also those that editors gave', () => {
    const { run, edit, read } = service();
    run(person());
    edit((key) => Object.assign(key('zusage'), { key: 'promise' }));
    const { out } = run(
      person().replaceAll('>Vorname<', '>Rufname<').replaceAll('>Zusage<', '>Versprechen<'),
    );
    expect(every(read('form.json')).map(({ key, label }) => [key, label])).toEqual([
      ['person', 'Person'],
      ['vorname', 'Rufname'],
      ['promise', 'Versprechen'],
    ]);
    expect(out.join('\n')).not.toContain('New in the schema');
  });

  test('gives no new question the key of one that editors took out: drafts may have its answer', () => {
    const { run, edit, read } = service();
    run(person());
    edit((key) => {
      key('person').components = [key('vorname')];
    });
    run(person(at('0:1', field(F3, { label: 'Zusage' }))));
    expect(every(read('form.json')).map(({ key }) => key)).toEqual(['person', 'vorname', 'personZusage']);
  });

  test('does not name again what editors have mended, or translated in their own words', () => {
    const { run, edit, write, read } = service();
    const label = `Ich erkläre, dass ${'alles stimmt und '.repeat(9)}wahr ist.`;
    const declared = schema([
      at('1:1', field(F1, { label, type: 'bool' })),
      at('0:2', field(F2, { label: 'Zeile' })),
    ]);
    expect(run(declared).out.join('\n')).toContain('Declarations');
    edit((_, form) =>
      Object.assign(every(form).find(({ label: own }) => own === label) ?? {}, {
        type: 'checkbox',
        values: undefined,
      }),
    );
    write('form.en.missing.json', { Zeile: 'Line', 'Zeile 2': 'Second line' });
    expect(run(declared).out.join('\n')).not.toContain('Declarations');
    expect(read('form.en.json')).toMatchObject({ 'Zeile 2': 'Second line' });
  });

  test('keeps the names that editors gave to values, and the values that they took out', () => {
    const { run, edit, of } = service();
    const choice = (...codes: string[]) =>
      schema([at('1:1', field(F1, { label: 'Wahl', input: 'select', more: values(...codes) }))]);
    run(choice('1', '2', '3'));
    edit((key) => {
      key('wahl').values = [
        { value: '1', label: 'Erster' },
        { value: '3', label: 'Wert 3' },
      ];
    });
    run(choice('1', '2', '4'));
    expect(of('wahl').values).toEqual([
      { value: '1', label: 'Erster' },
      { value: '4', label: 'Wert 4' },
    ]);
  });

  test('a field of another type is the schema’s, with the editor’s words', () => {
    const { run, edit, of } = service();
    run(schema([at('1:1', field(F1, { label: 'Zahl', limits: 'maxLength="9"' }))]));
    edit((key) =>
      Object.assign(key('zahl'), {
        label: 'Ihre Zahl',
        validate: { required: true, maxLength: 9, minLength: 3 },
      }),
    );
    run(schema([at('1:1', field(F1, { label: 'Zahl', type: 'num_int' }))]));
    expect(of('zahl')).toMatchObject({ type: 'number', label: 'Ihre Zahl', validate: { required: true } });
    expect(of('zahl').validate).not.toHaveProperty('minLength');
  });

  const layout = (made: ReturnType<typeof service>) =>
    every(made.read('form.json')).map(({ key, type }) => `${type} ${key}`);

  test('a part that becomes optional gets its question, and keeps its fields', () => {
    const made = service();
    made.run(person());
    const { errors } = made.run(person().replace('1:1', '0:1'));
    expect(errors).toBeUndefined();
    expect(layout(made)).toEqual([
      'panel person',
      'radio personJa',
      'fieldset person2',
      'textfield vorname',
      'radio zusage',
    ]);
    expect(made.of('person2').conditional).toEqual({ show: true, when: 'personJa', eq: 'true' });
    made.run(person());
    expect(layout(made)).toEqual(['panel person', 'textfield vorname', 'radio zusage']);
  });

  test('a part that becomes repeated is rows with its fields', () => {
    const made = service();
    made.run(person());
    expect(made.run(person().replace('1:1', '1:*')).errors).toBeUndefined();
    expect(layout(made)).toEqual(['panel person', 'editgrid person2', 'textfield vorname', 'radio zusage']);
  });

  test('a field that becomes repeated is rows, and the other way round', () => {
    const made = service();
    const one = (count: string) => schema([at(count, field(F1, { label: 'Nummer' }))]);
    made.run(one('1:1'));
    expect(made.run(one('1:*')).errors).toBeUndefined();
    expect(layout(made)).toEqual(['panel angaben', 'datagrid nummer', 'textfield nummer2']);
    expect(made.run(one('1:1')).errors).toBeUndefined();
    expect(layout(made)).toEqual(['panel angaben', 'textfield nummer']);
  });

  test('pages stay as they are when a schema grows: only the first import splits one', () => {
    const many = (count: number) =>
      at(
        '1:1',
        group(
          'G99000000002',
          'Viel',
          Array.from({ length: count }, (_, index) =>
            at('0:1', field(`F99000001${String(index).padStart(3, '0')}`)),
          ),
        ),
      );
    const [small, large] = [service(), service()];
    small.run(person(many(5)));
    small.run(person(many(30)));
    large.run(person(many(30)));
    const pages = ({ read }: ReturnType<typeof service>) =>
      (read('form.json').components as Json[]).map(({ title }) => title);
    expect([pages(small), pages(large)]).toEqual([['Person'], ['Person', 'Viel']]);
    large.run(person(many(5)));
    expect(pages(large)).toEqual(['Person', 'Viel']);
  });

  test('of a form that was made by hand everything stays, and what it does not have comes to it', () => {
    const { run, write, of } = service();
    const own = {
      type: 'textfield',
      key: 'name',
      label: 'Ihr Name',
      input: true,
      properties: { fim: `G99000000001.${F1}`, charset: 'A' },
    };
    write('form.json', {
      name: 'probe',
      title: 'Eigener Titel',
      display: 'wizard',
      components: [{ type: 'panel', key: 'seite', label: 'Seite', title: 'Seite', components: [own] }],
    });
    const { errors } = run(person());
    expect(errors).toBeUndefined();
    expect(of('name')).toMatchObject({ label: 'Ihr Name', properties: { charset: 'A' } });
    expect(of('zusage').type).toBe('radio');
  });
});

describe('is refused without a trace:', () => {
  const refusal = (change: (made: ReturnType<typeof service>) => { errors?: string[] }) => {
    const made = service();
    made.run(person());
    const before = made.bytes();
    const { errors } = change(made);
    return {
      text: (errors ?? []).join('\n'),
      unchanged: JSON.stringify(made.bytes()) === JSON.stringify(before),
    };
  };

  test.each<[string, string, string[], RegExp]>([
    ['a schema with faults', schema([]), [], /^Nothing was imported:\n.*neither fields nor groups/],
    [
      'one that is not approved',
      schema([at('1:1', field(F1))], { status: '3' }),
      [],
      /not approved \(draft\).*--draft imports it all the same/,
    ],
    [
      'a list that is missing',
      schema([
        at(
          '1:1',
          field(F1, {
            input: 'select',
            more: '<x:codelisteReferenz><x:canonicalIdentification>urn:a</x:canonicalIdentification></x:codelisteReferenz>',
          }),
        ),
      ]),
      [],
      /the code list urn:a is missing/,
    ],
    ['a number that is none', person(), ['--flatten', 'viele'], /--flatten takes a number from 1 to 10/],
  ])('%s', (_, text, args, reason) => {
    const { text: told, unchanged } = refusal(({ run }) => run(text, ...args));
    expect([told, unchanged]).toEqual([expect.stringMatching(reason), true]);
  });

  test('a schema for another service', () => {
    const made = service();
    made.write('service.json', { leiKaId: '99001001001001' });
    const before = made.bytes();
    expect(made.run(person(), '--leika', '99001001001002').errors?.join('\n')).toMatch(
      /^The schema is for the service 99001001001002, and .* is of 99001001001001$/,
    );
    expect(made.bytes()).toEqual(before);
    expect(made.run(person(), '--leika', '99001001001001').errors).toBeUndefined();
  });

  test('codes that a form cannot store, with the field', () => {
    const made = service();
    const { errors } = made.run(
      schema([at('1:1', field(F1, { label: 'Wahl', input: 'select', more: values('A/B') }))]),
    );
    expect(errors?.join('\n')).toMatch(/F99000000001 "Wahl": a value has letters, digits, _ - and \. only/);
  });

  test('a draft is taken with --draft', () => {
    expect(service().run(schema([at('1:1', field(F1))], { status: '3' }), '--draft').errors).toBeUndefined();
  });

  test('a form that a change of the schema breaks: a condition of an editor on a field that has gone', () => {
    const made = service();
    made.run(person());
    made.edit((key) =>
      Object.assign(key('zusage'), { conditional: { show: true, when: 'vorname', eq: 'x' } }),
    );
    const before = made.bytes();
    const { errors } = made.run(person().replaceAll(F1, F3));
    expect(errors?.join('\n')).toMatch(/G99000000001\.F99000000002 "Zusage": there is no field "vorname"/);
    expect(made.bytes()).toEqual(before);
  });

  test('a form that has nothing to do with a schema', () => {
    const made = service();
    const own = { type: 'textfield', key: 'name', label: 'Ihr Name', input: true };
    const page = { type: 'panel', key: 'seite', label: 'Seite', title: 'Seite', components: [own] };
    made.write('form.json', { name: 'probe', title: 'Titel', display: 'wizard', components: [page] });
    const before = made.bytes();
    expect(made.run(person()).errors?.join('\n')).toMatch(
      /has a form already, and none of its fields names an element of a schema/,
    );
    expect(made.bytes()).toEqual(before);
  });

  test('a record that is damaged', () => {
    const made = service();
    made.run(person());
    made.write(RECORD, { keys: {} });
    expect(made.run(person()).errors?.join('\n')).toContain(`${RECORD} is damaged`);
  });

  test('a form with faults', () => {
    const made = service();
    made.write('form.json', { components: [] });
    expect(made.run(person()).errors?.join('\n')).toContain('form.json has faults');
  });
});

const CLI = join(import.meta.dirname, 'cli.ts');
const command = (...args: string[]) => spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8' });

test.each<[string, () => string[], RegExp]>([
  ['nothing', () => [], /^Usage: npm run import:fim/],
  ['no service', () => [files.file(person())], /^--service is missing: [^\n]*\nUsage/],
  [
    'a service that is not there',
    () => [files.file(person()), '--service', 'none', '--to', content.dir],
    /^There is no service none/,
  ],
  [
    'no such file',
    () => [join(content.dir, 'none.xml'), '--service', service().name, '--to', content.dir],
    /^Nothing was imported: ENOENT/,
  ],
  [
    'a folder',
    () => [content.dir, '--service', service().name, '--to', content.dir],
    /^Nothing was imported: EISDIR/,
  ],
])('%s ends with a reason', (_, args, reason) => {
  const { status, stdout, stderr } = command(...args());
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toContain('    at ');
});

test('--help tells how', () => {
  expect(command('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--flatten NUMBER') });
});
