import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '#contract/content.ts';
import { kiel, result, schwedeneck, search, strande } from '../testing/answers.ts';
import { showPublic } from '../testing/show-public.tsx';
import { SearchScreen } from './search-screen.tsx';

afterEach(cleanup);

const show = (change: Partial<SearchAnswer> = {}, options = {}) =>
  showPublic(<SearchScreen answer={search(change)} />, options);
const link = (name: string | RegExp) => screen.getByRole('link', { name });

describe('what was asked', () => {
  it('stays in the fields', async () => {
    await show({ place: kiel });
    expect(screen.getByLabelText<HTMLInputElement>('Ihr Anliegen').value).toBe('hund');
    expect(screen.getByLabelText<HTMLInputElement>('Ihr Ort').value).toBe('Kiel');
    expect(screen.getByRole('heading', { name: /^1 Ergebnis für „hund“ in Kiel/ })).toBeTruthy();
  });
  it('is answered by headings, one for each result, below the number of them', async () => {
    const { container } = await show({ place: kiel });
    const [count, ...results] = container.querySelectorAll('.sp-results :is(h1, h2, h3, h4)');
    expect(count?.textContent).toMatch(/^1 Ergebnis/);
    expect([count, ...results].map((heading) => heading?.tagName)).toEqual(['H2', 'H3']);
    expect(results[0]?.querySelector('a')).not.toBeNull();
  });
  it('is asked for in English, too', async () => {
    await show({ total: 2, place: kiel }, { locale: 'en' });
    expect(screen.getByRole('heading', { name: /^2 results for “hund” in Kiel/ })).toBeTruthy();
    expect(screen.getByText('Online in Kiel')).toBeTruthy();
  });
});

it('tells who writes in another language, in it, which ones the pages have', async () => {
  const notes = [
    { lang: 'ar', dir: 'rtl', text: 'بالألمانية والإنجليزية' },
    { lang: 'fr', dir: 'ltr', text: 'en allemand et en anglais' },
  ] as const;
  await show({ languageNotes: [...notes] });
  for (const { lang, dir, text } of notes) {
    const note = screen.getByText(text);
    expect([note.lang, note.dir]).toEqual([lang, dir]);
  }
});

it('says which results and suggestions are in German where the page is in English', async () => {
  const german = result({ titleLang: 'de', textLang: 'de' });
  const { container } = await show(
    { results: [german, result({ id: '2', title: 'Dogs', text: 'All about dogs.' })] },
    { locale: 'en', suggestions: () => [german] },
  );
  const inGerman = () =>
    [...container.querySelectorAll('main [lang="de"]')].map(({ textContent }) => textContent);
  expect(inGerman()).toEqual([german.title, german.text]);
  await userEvent.type(screen.getAllByRole('combobox')[0]!, 'hun');
  const option = await screen.findByRole('option', { name: german.title });
  expect(option.querySelector('[lang="de"]')?.textContent).toBe(german.title);
});

describe('a place', () => {
  it('that a postcode does not decide is chosen from all of them', async () => {
    await show({ placeQuery: '24229', placeChoices: [schwedeneck, strande] });
    expect(screen.getByRole('heading', { name: /„24229“ kann mehrere Orte meinen/ })).toBeTruthy();
    expect(link('24229 Strande').getAttribute('href')).toBe(`/suche?q=hund&area=${strande.key}#results`);
    expect(link('24229 Schwedeneck')).toBeTruthy();
    expect(screen.queryByText(/in diesem Portal noch nicht erfasst/)).toBeNull();
  });
  it('that nobody knows is said to be unknown, and its name is asked for', async () => {
    await show({ placeQuery: '99999', placeIsUnknown: true });
    expect(screen.getByRole('heading', { name: /„99999“ haben wir nicht gefunden/ })).toBeTruthy();
    expect(screen.getByText(/den Namen des Ortes oder die Postleitzahl/)).toBeTruthy();
    expect(screen.getByText(/in diesem Portal noch nicht erfasst/)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: '115' })[0]?.getAttribute('href')).toBe('tel:115');
  });
});

describe('a result', () => {
  it.each([
    ['online', kiel, 'Online in Kiel'],
    ['onSite', kiel, 'Nur vor Ort'],
    ['choosePlace', null, 'Online je nach Ort'],
  ] as const)('that is %s says so', async (availability, place, words) => {
    await show({ place, results: [result({ availability })] });
    expect(screen.getByText(words)).toBeTruthy();
  });
  it('leads to the service at the place that was asked for', async () => {
    await show({ place: kiel });
    expect(link('Hund zur Hundesteuer anmelden').getAttribute('href')).toBe(
      `/leistung/99102013104000?area=${kiel.key}`,
    );
  });
  it.each([
    [{ type: 'page', id: 'hilfe', slug: 'hilfe' }, '/hilfe'],
    [{ type: 'topic', id: 'familie' }, '/themenfelder/familie'],
    [{ type: 'lifeSituation', id: 'umzug' }, '/lebenslagen/umzug'],
    [{ type: 'portal', id: 'bauportal' }, '/themenportale/bauportal'],
    [{ type: 'portal', id: 'bauportal', url: 'https://bauen.example/' }, 'https://bauen.example/'],
    [{ type: 'location', id: kiel.key }, `/suche?q=hund&area=${kiel.key}#results`],
  ] as const)('%o leads to its page', async (change, href) => {
    await show({ results: [result({ title: 'Gefunden', ...change })] });
    expect(link(/^Gefunden/).getAttribute('href')).toBe(href);
  });
  it('that is a place, found by its name, is chosen and asks what to do there', async () => {
    await show({ query: 'kiel', results: [result({ type: 'location', id: kiel.key, title: 'Kiel' })] });
    expect(link('Kiel').getAttribute('href')).toBe(`/suche?area=${kiel.key}`);
  });
});

describe('many results', () => {
  const many = { total: 95, page: 4, place: kiel, kind: 'SERVICE' as const };
  it('come in pages that keep what was asked', async () => {
    await show(many);
    const pages = within(screen.getByRole('navigation', { name: 'Ergebnisseiten' }));
    expect(pages.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Zurück',
      '1',
      '3',
      '4',
      '5',
      '10',
      'Weiter',
    ]);
    expect(pages.getByRole('link', { current: 'page' }).textContent).toBe('4');
    expect(pages.getByRole('link', { name: 'Weiter' }).getAttribute('href')).toBe(
      `/suche?q=hund&area=${kiel.key}&kind=SERVICE&page=5#results`,
    );
  });
  it('can be narrowed down to a kind that there is', async () => {
    await show({
      ...many,
      counts: {
        ALL_CONTENT: 95,
        SERVICE: 60,
        CMS: 35,
        CMS_SERVICE: 95,
        RESPONSIBLE_AUTHORITY: 0,
        LOCATION: 0,
      },
    });
    const kinds = within(screen.getByRole('navigation', { name: 'Ergebnisse eingrenzen' }));
    expect(kinds.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Alles (95)',
      'Leistungen (60)',
      'Themen und Seiten (35)',
    ]);
    expect(kinds.getByRole('link', { current: true }).textContent).toBe('Leistungen (60)');
    expect(kinds.getByRole('link', { name: /^Alles/ }).getAttribute('href')).toBe(
      `/suche?q=hund&area=${kiel.key}#results`,
    );
  });
});

it('a place in the text is offered as the place', async () => {
  await show({ query: 'hund 24103', placeInQuery: { query: 'hund', place: '24103' } });
  expect(link('„hund“ in 24103 suchen').getAttribute('href')).toBe('/suche?q=hund&place=24103#results');
});

describe('no result', () => {
  it('is helped with another spelling, topics and the public service number', async () => {
    await show({ query: 'persoo', results: [], total: 0, corrections: ['perso'] });
    expect(screen.getByRole('heading', { name: /^Keine Ergebnisse für „persoo“/ })).toBeTruthy();
    expect(link('perso').getAttribute('href')).toBe('/suche?q=perso#results');
    expect(link('Alle Themen ansehen').getAttribute('href')).toBe('/#topics');
    expect(link('115').getAttribute('href')).toBe('tel:115');
  });
  it('of a kind offers all kinds', async () => {
    const counts = { ...search().counts, ALL_CONTENT: 4 };
    await show({ kind: 'LOCATION', results: [], total: 0, counts });
    expect(link(/^In allen Inhalten/).getAttribute('href')).toBe('/suche?q=hund#results');
  });
});

it('a part that failed is said in the words of the catalogue, with what there is', async () => {
  await show({ incomplete: true });
  expect(
    screen.getByText(
      'Bei der Suche ist ein Fehler aufgetreten. Die Suchergebnisse sind unter Umständen nicht vollständig.',
    ),
  ).toBeTruthy();
  expect(link('Hund zur Hundesteuer anmelden')).toBeTruthy();
});

it('without a question the page says how to begin', async () => {
  await show({ query: '', results: [], total: 0 });
  expect(screen.getByText(/in Ihren eigenen Worten/)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: /Ergebnis/ })).toBeNull();
});

describe('while typing', () => {
  const suggestions = () => [
    { type: 'service' as const, id: '99102013104000', title: 'Hund anmelden', text: '' },
    { type: 'topic' as const, id: 'umwelt', title: 'Umwelt und Tiere', text: '' },
  ];
  const places = (name: string) =>
    name === '24229' ? [schwedeneck, strande] : name === 'kiel' ? [kiel] : [];

  it('suggestions are chosen by arrow and Enter, and lead to the thing itself', async () => {
    const { navigate } = await show({ query: '' }, { suggestions });
    const field = screen.getByRole('combobox', { name: 'Ihr Anliegen' });
    await userEvent.type(field, 'hu');
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Hund anmelden',
      'Umwelt und TiereThemenfeld',
    ]);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('option', { selected: true }).id).toBe(
      field.getAttribute('aria-activedescendant'),
    );
    await userEvent.keyboard('{Enter}');
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/themenfelder/umwelt');
  });
  it('Escape closes the list and keeps the text', async () => {
    await show({ query: '' }, { suggestions });
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Ihr Anliegen' });
    await userEvent.type(field, 'hu');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(field.value).toBe('hu');
  });
  it.each([
    ['Ihr Anliegen', 'search', 'closed'],
    ['Ihr Ort', 'location', 'empty'],
  ] as const)('Escape before the answer is there lets nothing open (%s)', async (name, flow, state) => {
    const { portal, container } = await show({ query: '' }, { suggestions });
    const field = screen.getByRole('combobox', { name });
    await userEvent.type(field, '24');
    await userEvent.keyboard('{Escape}');
    const actor = portal.getSnapshot().children[flow]!;
    await waitFor(() => expect(actor.getSnapshot().value).toBe(state));
    expect(container.querySelector('[role=option], .sp-combobox__status')).toBeNull();
  });
  it('all places of a postcode are offered; the chosen one goes along by its key and is kept', async () => {
    const { portal, container } = await show({}, { places });
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Ihr Ort' });
    await userEvent.type(field, '24229');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    await userEvent.click(screen.getByRole('option', { name: '24229 Strande' }));
    expect(field.value).toBe('24229 Strande');
    expect(document.activeElement).toBe(field);
    expect(portal.getSnapshot().context.place).toEqual(strande);
    expect(container.querySelector<HTMLInputElement>('input[name=area]')?.value).toBe(strande.key);
  });
  it('a place that is written over no longer goes along', async () => {
    const { container } = await show({ place: kiel }, { places });
    const area = () => container.querySelector<HTMLInputElement>('input[name=area]')?.value;
    expect(area()).toBe(kiel.key);
    await userEvent.type(screen.getByRole('combobox', { name: 'Ihr Ort' }), 's');
    expect(area()).toBeUndefined();
    expect(container.querySelector<HTMLInputElement>('input[name=place]')?.value).toBe('Kiels');
  });
  it('who empties the field means no place at all', async () => {
    const { portal } = await show({ place: kiel }, { places });
    await userEvent.clear(screen.getByRole('combobox', { name: 'Ihr Ort' }));
    expect(portal.getSnapshot().context.place).toBeNull();
  });
  it('an unknown postcode asks for the name', async () => {
    await show({}, { places });
    await userEvent.type(screen.getByRole('combobox', { name: 'Ihr Ort' }), '99999');
    expect(await screen.findByText(/kennen wir keinen Ort. Bitte geben Sie den Namen/)).toBeTruthy();
  });
});
