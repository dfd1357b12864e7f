import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { Component } from '#forms/types.ts';
import { FormPage } from './form-page.tsx';
import { formOf } from './testing/forms.ts';
import { memoryStore } from './testing/memory-store.ts';
import { show } from './testing/render.tsx';

afterEach(cleanup);

const name: Component = {
  type: 'textfield',
  input: true,
  key: 'name',
  label: 'Name',
  validate: { required: true },
};
const birth: Component = {
  type: 'day',
  input: true,
  key: 'birth',
  label: 'Geburtsdatum',
  maxDate: '2026-12-31',
};
const rent: Component = {
  type: 'currency',
  input: true,
  currency: 'EUR',
  key: 'rent',
  label: 'Miete',
  validate: { min: 1 },
};
const year: Component = {
  type: 'currency',
  input: true,
  currency: 'EUR',
  key: 'year',
  label: 'Miete im Jahr',
  calculateValue: { '*': [{ var: 'data.rent' }, 12] },
};
const persons: Component = {
  type: 'editgrid',
  input: true,
  key: 'persons',
  label: 'Personen',
  rowLabel: 'Person',
  addAnother: 'Weitere Person hinzufügen',
  components: [name, { type: 'day', input: true, key: 'born', label: 'Geboren am' }],
};

async function open(components: Component[], data?: Parameters<typeof memoryStore>[1], language?: Locale) {
  const store = memoryStore(formOf(...components), data);
  const shown = await show(<FormPage store={store} page="page" />, language);
  return { store, user: userEvent.setup(), ...shown };
}

it('an appointment without a time is wrong in all of its inputs, the time too', async () => {
  const moment: Component = {
    type: 'datetime',
    input: true,
    key: 'moment',
    label: 'Termin',
    enableDate: true,
    enableTime: true,
    validate: { required: true },
  };
  const { container, store } = await open([moment]);
  const marks = () =>
    [...container.querySelectorAll('input')].map((input) => input.getAttribute('aria-invalid'));
  expect(marks()).toEqual([null, null, null, null]);
  act(() => store.showAllErrors());
  expect(marks()).toEqual(['true', 'true', 'true', 'true']);
});

it('an appointment says when the office is open, and the first day that is possible', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T09:00:00Z'), toFake: ['Date'] });
  const office = { rules: 'Mo-Fr 08:00-12:00', text: 'Montag bis Freitag 8 bis 12 Uhr' };
  const pickup = (properties: object): Component => ({
    type: 'datetime',
    input: true,
    key: 'pickup',
    label: 'Abholung',
    description: 'Wir bestätigen den Termin.',
    enableDate: true,
    enableTime: true,
    properties: { openingHours: 'authority', leadDays: '3', ...properties },
  });
  const { container } = await open([pickup({ office })]);
  expect(container.textContent).toContain(
    'Geöffnet: Montag bis Freitag 8 bis 12 Uhr. Erster möglicher Tag: Mittwoch, 2. Dezember 2026. Wir bestätigen den Termin.',
  );
  const unknown = await open([pickup({})]);
  expect(unknown.container.textContent).toContain('Wir bestätigen den Termin.');
  expect(unknown.container.textContent).not.toContain('Geöffnet');
  vi.useRealTimers();
});

it('a field called "title" has its label in a row too', async () => {
  const title: Component = { type: 'textfield', input: true, key: 'title', label: 'Anrede' };
  const { container } = await open([{ ...persons, components: [title] } as Component], { persons: [{}] });
  expect(screen.getByLabelText(/^Anrede/).tagName).toBe('INPUT');
  const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('a hidden text is not shown, and what depends on it is', async () => {
  const secret: Component = {
    type: 'hidden',
    input: true,
    key: 'secret',
    label: 'intern',
    calculateValue: { cat: ['v', 1] },
  };
  const conditional = { show: true, when: 'secret', eq: 'v1' };
  const { container } = await open([secret, { ...name, conditional }]);
  expect(container.querySelectorAll('input')).toHaveLength(1);
  expect(container.textContent).not.toContain('intern');
  expect(screen.getByLabelText(/^Name/)).toBeTruthy();
});

it('a checked answer gets its usual spelling when the person leaves, and a wrong one stays', async () => {
  const iban: Component = { ...name, key: 'iban', label: 'IBAN', properties: { check: 'iban' } };
  const { store, user } = await open([iban, name]);
  const input = screen.getByLabelText<HTMLInputElement>('IBAN');
  await user.type(input, 'de893704 0044');
  expect(input.value).toBe('de893704 0044');
  await user.tab();
  expect(input.value).toBe('de893704 0044');
  await user.type(input, '0532013000');
  expect(input.value).toBe('de893704 00440532013000');
  await user.tab();
  expect(input.value).toBe('DE89 3704 0044 0532 0130 00');
  expect(store.getSnapshot().evaluation.data.iban).toBe('DE89370400440532013000');
});

it('an address of another authority is told while it is one, and is no error', async () => {
  const area = { name: 'Kiel', postcodes: ['24103'] };
  const code: Component = {
    ...name,
    key: 'code',
    label: 'Postleitzahl',
    properties: { check: 'inArea', area },
  };
  const { store, user } = await open([code]);
  const input = screen.getByLabelText<HTMLInputElement>('Postleitzahl');
  const told = () => screen.queryByRole('status')?.textContent ?? '';
  await user.type(input, '2355');
  expect(told()).toBe('');
  await user.type(input, '2');
  expect(told()).toContain('Liegt Ihre Anschrift in Kiel?');
  expect(store.getSnapshot().evaluation.errors).toEqual([]);
  await user.clear(input);
  await user.type(input, '24 103');
  expect(told()).toBe('');
});

describe('every field', () => {
  it('has its own id and its label, also in rows of a group', async () => {
    const { container } = await open([name, birth, rent, persons], {
      persons: [{ name: 'A' }, { name: 'B' }],
    });
    const ids = [...container.querySelectorAll('[id]')].map((element) => element.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const input of container.querySelectorAll('input')) expect(input).toHaveProperty('labels.length', 1);
  });

  it('says what is wrong once that may be seen, and is tied to those words', async () => {
    const { store } = await open([{ ...name, description: 'Wie im Ausweis' }]);
    const input = screen.getByLabelText('Name');
    expect(input.getAttribute('aria-invalid')).toBeNull();
    act(() => store.showAllErrors());
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Wie im Ausweis',
      'Fehler: Bitte füllen Sie das Feld „Name“ aus.',
    ]);
  });

  it('marks what is optional in words and what is required not at all', async () => {
    await open([name, { ...rent, label: 'Nebenkosten', key: 'extra' }]);
    expect(screen.getByLabelText('Name')).toBeDefined();
    expect(screen.getByLabelText('Nebenkosten (freiwillig)')).toBeDefined();
  });

  it('goes when its condition hides it', async () => {
    const dependent: Component = { ...rent, conditional: { show: true, when: 'name', eq: 'x' } };
    const { user } = await open([name, dependent]);
    expect(screen.queryByLabelText(/^Miete/)).toBeNull();
    await user.type(screen.getByLabelText('Name'), 'x');
    expect(screen.getByLabelText(/^Miete/)).toBeDefined();
  });

  it('cannot be changed when the form disables it', async () => {
    const { store, user } = await open(
      [
        { ...name, disabled: true },
        { ...birth, disabled: true },
      ],
      { name: 'A' },
    );
    await user.type(screen.getByLabelText('Name'), 'x');
    await user.type(screen.getByLabelText('Tag'), '3');
    expect(store.getSnapshot().data).toEqual({ name: 'A' });
  });

  it('is not called voluntary when nobody can fill it in', async () => {
    await open([{ ...rent, disabled: true }]);
    expect(screen.getByLabelText('Miete')).toBeDefined();
    expect(screen.queryByText('(freiwillig)')).toBeNull();
  });
});

describe('a number', () => {
  it.each([
    ['1.250,50', 1250.5],
    ['1250,5', 1250.5],
    ['1250.50', 1250.5],
    ['1.250', 1250],
    ['1 250', 1250],
  ])('typed in German as %s is %d', async (typed, value) => {
    const { store, user } = await open([rent]);
    await user.type(screen.getByLabelText(/^Miete/), typed);
    expect(store.getSnapshot().data.rent).toBe(value);
  });

  it('says in which unit it is asked, also to those who do not see it', async () => {
    const area: Component = {
      type: 'number',
      input: true,
      key: 'area',
      label: 'Fläche',
      properties: { unit: 'm²' },
    };
    const { container } = await open([rent, area]);
    const said = (key: string) =>
      container
        .querySelector(`#field-${key}`)
        ?.getAttribute('aria-describedby')
        ?.split(' ')
        .map((id) => {
          const unit = document.getElementById(id);
          return unit?.getAttribute('aria-hidden') ? '' : unit?.textContent;
        });
    expect(said('rent')).toContain('€');
    expect(said('area')).toContain('m²');
  });

  it('is read in English notation on the English page', async () => {
    const { store, user } = await open([rent], {}, 'en');
    await user.type(screen.getByLabelText(/^Miete/), '1,250.50');
    expect(store.getSnapshot().data.rent).toBe(1250.5);
  });

  it('stays as typed until it is left, then shows both decimals', async () => {
    const { user } = await open([rent]);
    const input = screen.getByLabelText<HTMLInputElement>(/^Miete/);
    await user.type(input, '12,5');
    expect(input.value).toBe('12,5');
    await user.tab();
    expect(input.value).toBe('12,50');
  });

  it('that is none stays on the screen and is explained', async () => {
    const { store, user } = await open([rent]);
    const input = screen.getByLabelText<HTMLInputElement>(/^Miete/);
    await user.type(input, 'viel');
    await user.tab();
    act(() => store.showAllErrors());
    expect(input.value).toBe('viel');
    expect(screen.getByText(/Betrag in Ziffern/)).toBeDefined();
  });

  it('that the form works out is shown, not asked for', async () => {
    const { user } = await open([rent, year]);
    await user.type(screen.getByLabelText(/^Miete \(/), '100');
    expect(screen.getByLabelText('Miete im Jahr').textContent).toBe('1.200,00\u00a0€');
  });
});

it.each([
  ['postcode', 'numeric'],
  ['inArea', 'numeric'],
  ['microchip', 'numeric'],
  ['iban', ''],
] as const)('a phone offers for a text with the check %s the keyboard "%s"', async (check, keyboard) => {
  await open([{ ...name, properties: { check } }]);
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).inputMode).toBe(keyboard);
});

it('an option says more below it, not in its name', async () => {
  const values = [
    { value: 'a', label: 'Ja', description: 'Ab 2026' },
    { value: 'b', label: 'Nein' },
  ];
  await open([
    { type: 'radio', input: true, key: 'one', label: 'Eins', values },
    { type: 'selectboxes', input: true, key: 'more', label: 'Mehr', values },
  ]);
  for (const role of ['radio', 'checkbox']) {
    const described = screen.getByRole(role, { name: 'Ja' }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Ab 2026');
    expect(screen.getByRole(role, { name: 'Nein' }).hasAttribute('aria-describedby')).toBe(false);
  }
});

describe('a date', () => {
  it('can be typed part by part and keeps what was typed', async () => {
    const { store, user } = await open([birth]);
    const day = screen.getByLabelText<HTMLInputElement>('Tag');
    await user.type(day, '03');
    expect(day.value).toBe('03');
    expect(store.getSnapshot().data.birth).toBe('00/03/0000');
    await user.type(screen.getByLabelText('Monat'), '7');
    await user.type(screen.getByLabelText('Jahr'), '1985');
    expect(store.getSnapshot().data.birth).toBe('07/03/1985');
  });

  it('that no calendar has is called so, one that is not complete shows how it would be', async () => {
    const start: Component = {
      type: 'day',
      key: 'start',
      label: 'Beginn',
      input: true,
      minDate: '2040-01-01',
    };
    const { store, user } = await open([start]);
    expect(screen.getByText('Zum Beispiel 11 1 2040')).toBeDefined();
    await user.type(screen.getByLabelText('Tag'), '31');
    await user.type(screen.getByLabelText('Monat'), '2');
    act(() => store.showAllErrors());
    expect(screen.getByText(/Tag, Monat und Jahr an, .* zum Beispiel 11 1 2040/)).toBeDefined();
    await user.type(screen.getByLabelText('Jahr'), '2041');
    expect(screen.getByText(/Den 31\.2\.2041 gibt es nicht/)).toBeDefined();
  });

  it('may be typed as people write it, with a point and the name of the month', async () => {
    const { store, user } = await open([birth]);
    await user.type(screen.getByLabelText('Tag'), '1.');
    await user.type(screen.getByLabelText('Monat'), 'März');
    await user.type(screen.getByLabelText('Jahr'), '1985');
    expect(store.getSnapshot().data.birth).toBe('03/01/1985');
    const shown = ['Tag', 'Monat', 'Jahr'].map((part) => screen.getByLabelText<HTMLInputElement>(part).value);
    expect(shown).toEqual(['1', '3', '1985']);
  });

  it.each([
    ['leaves the field', '{Tab}'],
    ['goes on by Enter', '{Enter}'],
  ])('with a short year keeps day and month when the person %s', async (_, key) => {
    const { store, user } = await open([birth]);
    await user.type(screen.getByLabelText('Tag'), `1.10.98${key}`);
    const shown = ['Tag', 'Monat', 'Jahr'].map((part) => screen.getByLabelText<HTMLInputElement>(part).value);
    expect(shown).toEqual(['1', '10', '98']);
    act(() => store.showAllErrors());
    expect(screen.getByText(/das Jahr mit vier Ziffern/)).toBeDefined();
  });

  it.each(['24.12.1999', '24. Dezember 1999', '24121999'])(
    'pasted as %s fills all three parts',
    async (text) => {
      const { store, user } = await open([birth]);
      await user.click(screen.getByLabelText('Tag'));
      await user.paste(text);
      expect(store.getSnapshot().data.birth).toBe('12/24/1999');
    },
  );

  it('with a time has a text for it, which is the same in a browser of any language', async () => {
    const start: Component = {
      type: 'datetime',
      key: 'start',
      label: 'Beginn',
      input: true,
      enableDate: true,
      enableTime: true,
    };
    const { store, user } = await open([start]);
    expect(screen.getByText(/^Zum Beispiel 27 3 20\d\d um 14:30 Uhr$/)).toBeDefined();
    await user.type(screen.getByLabelText('Tag'), '1');
    await user.type(screen.getByLabelText('Monat'), '7');
    await user.type(screen.getByLabelText('Jahr'), '2027');
    const time = screen.getByLabelText<HTMLInputElement>('Uhrzeit');
    expect(time.type).toBe('text');
    await user.type(time, '8.30 Uhr');
    expect(time.value).toBe('8.30 Uhr');
    expect(store.getSnapshot().data.start).toBe('2027-07-01T08:30:00+02:00');
    await user.tab();
    expect(time.value).toBe('08:30');
    await user.clear(time);
    await user.type(time, 'morgens');
    act(() => store.showAllErrors());
    expect(screen.getByText(/Tag, Monat, Jahr und Uhrzeit/)).toBeDefined();
    expect(time.value).toBe('morgens');
  });

  it('says its limit as a date', async () => {
    const { store } = await open([birth], { birth: '01/01/2030' });
    act(() => store.showAllErrors());
    expect(screen.getByText(/nicht nach dem 31\.12\.2026/)).toBeDefined();
  });
});

describe('a repeating group', () => {
  it('puts the focus on a new row', async () => {
    const { user } = await open([persons]);
    await user.click(screen.getByRole('button', { name: 'Weitere Person hinzufügen' }));
    expect(document.activeElement?.textContent).toBe('Person 1');
    await user.click(screen.getByRole('button', { name: 'Weitere Person hinzufügen' }));
    expect(document.activeElement?.textContent).toBe('Person 2');
  });

  it('calls each row by what identifies it, as it is typed', async () => {
    const kinds = [{ value: 'dog', label: 'Hund' }];
    const kind: Component = { type: 'radio', key: 'kind', label: 'Art', input: true, values: kinds };
    const named: Component = {
      ...persons,
      rowNamedBy: 'name nick, kind',
      components: [name, { ...name, key: 'nick', label: 'Rufname' }, kind],
    };
    const { user } = await open([named], { persons: [{ name: 'Clara', nick: '' }, { kind: 'dog' }] });
    const titles = () =>
      screen.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby'));
    expect(new Set(titles()).size).toBe(2);
    expect(screen.getAllByRole('heading', { level: 3 }).map((it) => it.textContent)).toEqual([
      'Clara',
      'Hund',
    ]);
    await user.type(within(screen.getByRole('region', { name: 'Clara' })).getByLabelText('Rufname'), ' Lu ');
    await user.click(within(screen.getByRole('region', { name: 'Clara Lu' })).getByLabelText('Hund'));
    expect(screen.getByRole('button', { name: 'Entfernen: Clara Lu, Hund' })).toBeDefined();
  });

  it('after removing says what is gone, and puts it back in its place', async () => {
    const { user, store } = await open([{ ...persons, rowNamedBy: 'name' }], {
      persons: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
    });
    const names = () =>
      screen.getAllByRole('region').map((it) => within(it).getByRole('heading').textContent);
    await user.click(screen.getByRole('button', { name: 'Entfernen: B' }));
    expect(document.activeElement?.textContent).toBe('Entfernt: B');
    expect(store.getSnapshot().data.persons).toEqual([{ name: 'A' }, { name: 'C' }]);
    await user.click(screen.getByRole('button', { name: 'Rückgängig machen: B' }));
    expect(document.activeElement?.textContent).toBe('B');
    expect(names()).toEqual(['A', 'B', 'C']);
    expect(screen.queryByText(/^Entfernt/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Entfernen: C' }));
    await user.click(screen.getByRole('button', { name: 'Entfernen: A' }));
    await user.click(screen.getByRole('button', { name: 'Entfernen: B' }));
    expect(document.activeElement?.textContent).toBe('Entfernt: B');
  });

  it('that needs entries offers no way to have too few', async () => {
    const people: Component = { ...persons, validate: { required: true } };
    const { user } = await open([people], { persons: [{ name: 'A' }] });
    expect(screen.queryByRole('button', { name: /^Entfernen/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Weitere Person hinzufügen' }));
    expect(screen.getAllByRole('button', { name: /^Entfernen/ })).toHaveLength(2);
  });

  it('keeps half typed dates with their row when an earlier row goes', async () => {
    const { user } = await open([persons], { persons: [{ name: 'A' }, { name: 'B' }] });
    const second = within(screen.getByRole('region', { name: 'Person 2' }));
    await user.type(second.getByLabelText('Tag'), '05');
    await user.click(screen.getByRole('button', { name: 'Entfernen: Person 1' }));
    expect(screen.getByLabelText<HTMLInputElement>('Tag').value).toBe('05');
  });
});

describe('a name that was entered before', () => {
  const payer: Component = {
    type: 'textfield',
    key: 'payer',
    label: 'Wer zahlt?',
    input: true,
    properties: { namesFrom: 'name; persons.name' },
  };

  it('is chosen instead of typed again, as soon as there is one', async () => {
    const { user, store } = await open([name, persons, payer], {
      persons: [{ name: 'Clara' }, { name: '' }],
    });
    const options = () =>
      [...screen.getByLabelText<HTMLSelectElement>(/^Wer zahlt/).options].map((it) => it.text);
    expect(options().slice(1)).toEqual(['Clara']);
    await user.type(within(screen.getByRole('region', { name: 'Person 2' })).getByLabelText('Name'), 'Ole');
    expect(options().slice(1)).toEqual(['Clara', 'Ole']);
    await user.selectOptions(screen.getByLabelText(/^Wer zahlt/), 'Ole');
    expect(store.getSnapshot().data.payer).toBe('Ole');
  });

  it('is typed while there is none', async () => {
    const { user, store } = await open([name, payer]);
    await user.type(screen.getByLabelText(/^Wer zahlt/), 'Ada');
    expect(store.getSnapshot().data.payer).toBe('Ada');
  });
});

describe('a keystroke', () => {
  it('draws only its own field again', async () => {
    const many = Array.from(
      { length: 30 },
      (_, at): Component => ({ ...name, key: `f${at}`, label: `Feld ${at}` }),
    );
    const { container, user } = await open(many);
    const touched = new Set<Node>();
    const observer = new MutationObserver((records) => {
      for (const record of records) touched.add(record.target);
    });
    observer.observe(container, { subtree: true, childList: true, attributes: true, characterData: true });
    await user.type(screen.getByLabelText('Feld 3'), 'abc');
    observer.disconnect();
    const others = [...touched].filter((node) => !(node instanceof Element && node.id === 'field-f3'));
    expect(others).toEqual([]);
  });
});

describe('the text of a form', () => {
  it('keeps known tags, leads with safe links only, and is text otherwise', async () => {
    const { container } = await open([
      {
        type: 'content',
        key: 'text',
        label: '',
        html: '<p>Ein <strong>Wort</strong> <a href="/mehr" onclick="x()">mehr</a> <a href="javascript:x()">böse</a><img src=x></p>',
      },
    ]);
    expect(container.querySelector('.sp-prose')?.innerHTML).toBe(
      '<p>Ein <strong>Wort</strong> <a href="/mehr" target="_blank" rel="noopener" class="sp-link">mehr (neues Fenster)</a> böse</p>',
    );
  });

  it('stays open beside what a link leads to, but for letters and telephones', async () => {
    const html = '<p><a href="https://gesetze.example/">Gesetz</a> <a href="tel:115">115</a></p>';
    const { container } = await open([{ type: 'content', key: 'text', label: '', html }]);
    const links = [...container.querySelectorAll('.sp-prose a')];
    expect(links.map((link) => [link.textContent, link.getAttribute('target')])).toEqual([
      ['Gesetz (neues Fenster)', '_blank'],
      ['115', null],
    ]);
  });
});
