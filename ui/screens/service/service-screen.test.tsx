import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceAnswer } from '#contract/content.ts';
import { authority, kiel, metadata, service, strande } from '../testing/answers.ts';
import { withContactBox } from '../testing/contact-box.ts';
import { showPublic } from '../testing/show-public.tsx';
import { ServiceScreen } from './service-screen.tsx';

afterEach(cleanup);

const show = (
  change: Partial<ServiceAnswer> = {},
  detail: Partial<ServiceAnswer['service']> = {},
  options = {},
) => showPublic(<ServiceScreen answer={service(change, detail)} />, options);
const box = () => within(screen.getByRole('complementary'));
const section = (name: string) => within(screen.getByRole('region', { name }));
const atKiel = { place: kiel, authority, metadata };

it('says that its title and teaser are in German where the page is in English', async () => {
  const german = { titleLang: 'de', teaserLang: 'de' } as const;
  const { title, teaser, related } = service().service;
  const { container } = await show(
    {},
    { ...german, related: related.map((one) => ({ ...one, ...german })) },
    { locale: 'en' },
  );
  const inGerman = [...container.querySelectorAll('main [lang="de"]')].map(({ textContent }) => textContent);
  expect(inGerman).toEqual([title, title, teaser, related[0]?.title, related[0]?.teaser]);
});

it('can break the longest words of its title and its teaser with a hyphen', async () => {
  const word = 'Abgeschlossenheitsbescheinigung';
  const { container } = await show({}, { title: word, teaser: `Sie brauchen eine ${word}.` });
  const broken = 'Abgeschlossenheits\u00adbescheinigung';
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(broken);
  expect(container.querySelector('.sp-lead')?.textContent).toBe(`Sie brauchen eine ${broken}.`);
});

describe('at a place', () => {
  it('the application can be started there, and one knows what it takes', async () => {
    await show(atKiel);
    expect(box().getByRole('link', { name: 'Antrag starten' }).getAttribute('href')).toBe(
      `/formular?leiKaId=99102013104000&area=${kiel.key}`,
    );
    expect(box().getByText('kostenlos')).toBeTruthy();
    expect(box().getByText('etwa 10 Minuten')).toBeTruthy();
    expect(box().getByText('nicht nötig, mit Bürgerkonto möglich')).toBeTruthy();
    expect(box().getByRole('link', { name: authority.name }).getAttribute('href')).toBe('#responsible');
  });
  it('the responsible authority is named with address, map and hours', async () => {
    await show(atKiel);
    const responsible = section('Zuständige Stelle');
    expect(responsible.getByText('Für Kiel ist zuständig:')).toBeTruthy();
    expect(responsible.getByRole('link', { name: '+49 431 115' }).getAttribute('href')).toBe('tel:+49431115');
    expect(responsible.getByText('Montag bis Freitag 8 bis 12 Uhr')).toBeTruthy();
    expect(
      responsible.getByRole('link', { name: /^Auf der Karte zeigen: .*Kiel/ }).getAttribute('href'),
    ).toBe('https://www.openstreetmap.org/search?query=Fleeth%C3%B6rn+9%2C+24103+Kiel');
  });
  it('several ways to reach it are lists, and say what each is for', async () => {
    const { contactBox: _, ...one } = authority;
    const box = {
      addresses: [
        { kind: 'postbox' as const, postbox: '11 52', postalCode: '24099', city: 'Kiel' },
        {
          kind: 'house' as const,
          label: 'Büro Ost',
          street: 'Weg',
          streetNumber: '2',
          postalCode: '24143',
          city: 'Kiel',
        },
      ],
      telephones: [{ label: 'Termine', number: '+49 431 116' }],
      services: [{ label: 'Termin vereinbaren', url: 'https://termine.example/' }],
    };
    await show({ ...atKiel, authority: withContactBox(one, box) });
    const responsible = section('Zuständige Stelle');
    const numbers = responsible.getByRole('link', { name: '+49 431 116' }).closest('ul')!;
    expect(
      within(numbers)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['+49 431 115', 'Termine: +49 431 116']);
    // A single entry is no list.
    expect(responsible.getByRole('link', { name: 'post@kiel.example' }).closest('ul')).toBeNull();
    const term = (name: string) => responsible.getByText(name).nextElementSibling?.textContent;
    expect(term('Postfach für Briefe')).toBe('Postfach 11 5224099 Kiel');
    expect(term('Büro Ost')).toMatch(/^Weg 224143 KielAuf der Karte zeigen: Weg 2, 24143 Kiel/);
    expect(responsible.getByRole('link', { name: 'Termin vereinbaren' }).getAttribute('href')).toBe(
      'https://termine.example/',
    );
  });
  it.each([
    ['low', 0, ''],
    [
      'substantial',
      1,
      'Sie brauchen dafür ein ELSTER-Zertifikat oder den Online-Ausweis (Vertrauensniveau „substanziell“).',
    ],
    ['high', 1, 'Sie brauchen dafür den Online-Ausweis (Vertrauensniveau „hoch“).'],
  ] as const)(
    'a login of the level %s is explained where the online ID leads to it',
    async (trustLevel, links, means) => {
      await show({ ...atKiel, metadata: { ...atKiel.metadata, idpIds: ['nkb'], mode: 'start', trustLevel } });
      expect(box().getByText(/^Bürgerkonto nötig/).textContent).toBe(`Bürgerkonto nötig${means}`);
      const found = box().queryAllByRole('link', { name: 'Was ist die Online-Ausweisfunktion?' });
      expect(found.map((link) => link.getAttribute('href'))).toEqual(
        Array(links).fill('/online-ausweisfunktion'),
      );
    },
  );
  it.each([
    ['start_or_complete', 1],
    ['none', 0],
  ] as const)(
    'a paper form is to be had at the authority where a login is needed: %s',
    async (mode, links) => {
      await show({ ...atKiel, metadata: { ...atKiel.metadata, mode } });
      const found = box().queryAllByRole('link', { name: /^Ohne Anmeldung: .* Papierformular/ });
      expect(found.map((link) => link.getAttribute('href'))).toEqual(Array(links).fill('#responsible'));
    },
  );
  it('another way to the same is named beside the fee', async () => {
    const otherWay = { leiKaId: '99115003012001', text: 'Kostenlos mit dem Online-Ausweis' };
    await show({ ...atKiel, metadata: { ...atKiel.metadata, feeType: 'FIXED', feeAmount: 1300, otherWay } });
    const link = box().getByRole('link', { name: otherWay.text });
    expect(link.getAttribute('href')).toBe('/leistung/99115003012001');
    expect(link.closest('dd')?.textContent).toMatch(/^13,00\s€Kostenlos/);
    cleanup();
    await show({ otherWay }, { costs: [{ kind: 'FIXED', amount: 1300, label: '' }] });
    box().getByRole('link', { name: otherWay.text });
  });
  it('the place can be changed: the page without it asks again', async () => {
    const { portal } = await show(atKiel);
    const change = box().getByRole('link', { name: 'Ort ändern' });
    expect(change.getAttribute('href')).toBe('/leistung/99102013104000?place=#apply');
    await userEvent.click(change);
    expect(portal.getSnapshot().context.place).toBeNull();
  });
  it('where it is not offered, the page says so and whom to turn to', async () => {
    await show({ place: kiel, authority });
    expect(box().queryByRole('link', { name: 'Antrag starten' })).toBeNull();
    expect(box().getByText('Für Kiel gibt es diesen Antrag noch nicht online.')).toBeTruthy();
    const whom = box().getByRole('link', { name: 'An wen Sie sich wenden können' });
    expect(whom.getAttribute('href')).toBe('#responsible');
    expect(box().getAllByText(authority.name)).toHaveLength(1);
  });
  it('where nobody in particular answers, what is said holds for the whole state', async () => {
    await show({ place: strande });
    const change = '/leistung/99102013104000?place=#apply';
    const leaving = box().getAllByRole('link');
    expect(leaving.filter((link) => link.getAttribute('href') === change)).toHaveLength(1);
    expect(leaving.some((link) => link.getAttribute('href') === '#responsible')).toBe(true);
    const [number, ...others] = screen.getAllByRole('link', { name: '115' });
    expect(number?.getAttribute('href')).toBe('tel:115');
    expect(others).toEqual([]);
    expect(section('Zuständige Stelle').getByRole('link', { name: '115' })).toBe(number);
    expect(section('Zuständige Stelle').getByText(/gilt für das ganze Land/)).toBeTruthy();
    expect(section('Zuständige Stelle').getByText('Ihre Gemeinde ist zuständig.')).toBeTruthy();
  });
  it('where a criterion decides between several, each is offered with it, and nobody is sent to the hotline', async () => {
    await show({
      place: kiel,
      authorityChoices: [
        { criterion: 'Nachname A–K', authority: { ...authority, id: 'nord', name: 'Stelle Nord' } },
        { criterion: null, authority: { ...authority, id: 'sued', name: 'Stelle Süd' } },
      ],
    });
    const summaries = section('Zuständige Stelle').getAllByText(/: Stelle (Nord|Süd)$/);
    expect(summaries.map(({ textContent }) => textContent)).toEqual([
      'Nachname A–K: Stelle Nord',
      'In allen anderen Fällen: Stelle Süd',
    ]);
    expect(screen.queryByRole('link', { name: '115' })).toBeNull();
    expect(box().getByRole('link', { name: 'An wen Sie sich wenden können' }).getAttribute('href')).toBe(
      '#responsible',
    );
  });
  it('an online service elsewhere says how surely it must know a person', async () => {
    await show({
      place: kiel,
      onlineLinks: [{ url: 'https://online.example/', title: 'Online', trustLevel: 'high' }],
    });
    expect(box().getByText(/Online-Ausweis .*„hoch“/)).toBeTruthy();
  });
  it('an online service elsewhere is linked', async () => {
    await show({
      place: kiel,
      onlineLinks: [{ url: 'https://online.example/', title: 'Online bei der Kasse' }],
    });
    expect(box().getByRole('link', { name: 'Online bei der Kasse' }).getAttribute('href')).toBe(
      'https://online.example/',
    );
    expect(box().queryByText('Hier nicht online')).toBeNull();
  });
});

describe('without a place', () => {
  it('nothing can be started; the place is asked for, with a hint to the authorities', async () => {
    await show();
    expect(screen.queryByRole('link', { name: 'Antrag starten' })).toBeNull();
    expect(box().getByLabelText('Für welchen Ort?')).toBeTruthy();
    expect(section('Zuständige Stelle').getByText(/Wer zuständig ist, hängt vom Ort ab/)).toBeTruthy();
    const toField = section('Zuständige Stelle').getByRole('link', { name: 'Ort angeben' });
    expect(document.querySelector(toField.getAttribute('href') ?? '')).toBe(
      box().getByLabelText('Für welchen Ort?').closest('form'),
    );
    expect(screen.getAllByLabelText('Für welchen Ort?')).toHaveLength(1);
  });
  it('the place that is chosen while typing leads on at once', async () => {
    const { navigate } = await show({}, {}, { places: () => [strande] });
    await userEvent.type(box().getByRole('combobox'), 'strande');
    await userEvent.click(await box().findByRole('option', { name: strande.value }));
    expect(navigate).toHaveBeenCalledExactlyOnceWith(`/leistung/99102013104000?area=${strande.key}#apply`);
  });
  it('a postcode with several places lists them all', async () => {
    await show({ placeQuery: '24229', placeChoices: [strande, kiel] });
    expect(box().getByRole('link', { name: strande.value }).getAttribute('href')).toBe(
      `/leistung/99102013104000?area=${strande.key}#apply`,
    );
    expect(box().getByRole('link', { name: kiel.value })).toBeTruthy();
  });
});

describe('the parts of the page', () => {
  it('are those that have something to say, listed on top, the law and links last', async () => {
    await show();
    const contents = within(screen.getByRole('navigation', { name: 'Auf dieser Seite' }));
    const names = [
      'Kurz erklärt',
      'Erforderliche Unterlagen',
      'Fristen',
      'Zuständige Stelle',
      'Rechtsgrundlagen',
      'Weiterführende Informationen',
      'Ähnliche Leistungen',
    ];
    // The contents are folded for phones, and open where there is room: the styles show one of the two.
    const [folded, open] = ['.sp-contents__folded', '.sp-contents__all'].map((part) =>
      [...document.querySelectorAll(`${part} a`)].map(({ textContent }) => textContent),
    );
    expect([folded, open]).toEqual([names, names]);
    expect(contents.getByText('7 Abschnitte zeigen').closest('details')?.open).toBe(false);
    for (const link of contents.getAllByRole('link')) {
      expect(
        document.getElementById(link.getAttribute('href')?.slice(1) ?? ''),
        link.outerHTML,
      ).not.toBeNull();
    }
  });
  it('say amounts and times in the language of the reader', async () => {
    const costs = [12_000, 5000].map((amount) => ({ kind: 'FIXED' as const, amount }));
    await show({}, { costs });
    expect(section('Kosten').getByText('120,00 €')).toBeTruthy();
    expect(section('Fristen').getByText('2 Wochen')).toBeTruthy();
    expect(box().getByText('etwa 1 bis 2 Wochen')).toBeTruthy();
    cleanup();
    await show({}, { costs }, { locale: 'en' });
    expect(section('Cost').getByText('€120.00')).toBeTruthy();
    expect(section('Deadlines').getByText('2 weeks')).toBeTruthy();
    expect(box().getByText('about 1 to 2 weeks')).toBeTruthy();
  });
  const words = (module: 'cost' | 'processingTime') => ({ module, html: '<p>Oft weniger.</p>' });
  it('do not repeat the cost and the time of the box, but explain them', async () => {
    await show();
    expect(screen.queryByRole('region', { name: 'Kosten' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Bearbeitungsdauer' })).toBeNull();
    cleanup();
    await show({}, { sections: [words('cost'), words('processingTime')] });
    for (const name of ['Kosten', 'Bearbeitungsdauer']) {
      expect(section(name).getByText('Oft weniger.')).toBeTruthy();
      expect(section(name).queryByText(/120,00|Wochen/)).toBeNull();
    }
  });
  const free = { ...metadata, feeType: 'FREE' as const, feeAmount: null };
  const fixed = (feeAmount: number) => ({ ...metadata, feeType: 'FIXED' as const, feeAmount });
  it.each([
    ['no form here', [{ kind: 'FIXED', amount: 500, label: 'je Kopie' }], null, false],
    ['a form for as much', [{ kind: 'FIXED', amount: 500 }], fixed(500), false],
    ['a form for less', [{ kind: 'FIXED', amount: 500 }], fixed(400), true],
    [
      'a form that does not say what for',
      [{ kind: 'FIXED', amount: 500, label: 'je Kopie' }],
      fixed(500),
      true,
    ],
    ['nothing to pay', [{ kind: 'FREE' }], free, false],
    ['a form for nothing, but a cost', [{ kind: 'FIXED', amount: 500 }], free, true],
    ['a span that the form narrows', [{ kind: 'VARIABLE', from: 400, to: 500 }], fixed(400), true],
    ['a surcharge alone', [{ kind: 'FIXED', amount: 500, surcharge: true }], null, true],
  ] as const)('the costs have a part of their own or not: %s', async (_, costs, form, isShown) => {
    await show({ ...atKiel, metadata: form }, { costs: [...costs], sections: [] });
    expect(screen.queryByRole('region', { name: 'Kosten' }) !== null).toBe(isShown);
  });
  it('say the teaser once', async () => {
    const { teaser } = service().service;
    const all = () => screen.getAllByText((text) => text.startsWith(teaser));
    await show();
    expect(all()).toHaveLength(1);
    cleanup();
    const html = `<p>${teaser} Danach wird es teurer.</p>`;
    await show({}, { sections: [{ module: 'shortText', html, saysTeaser: true }] });
    expect(all()).toHaveLength(1);
    expect(section('Kurz erklärt').getByText(/wird es teurer/)).toBeTruthy();
  });
  it('name the topics that are not above the title already', async () => {
    const [first = { id: '', title: '' }] = service().service.topics;
    await show();
    expect(screen.queryByText('Gehört auch zu:')).toBeNull();
    cleanup();
    await show({}, { topics: [first, { id: 'steuern', title: 'Steuern' }] });
    expect(screen.getAllByRole('link', { name: first.title })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Steuern' }).getAttribute('href')).toBe('/themenfelder/steuern');
  });
  it.each([
    [[{ kind: 'FREE' }], 'kostenlos'],
    [[{ kind: 'VARIABLE', from: 1000, to: 2000 }], '10,00 € bis 20,00 €'],
    [[{ kind: 'VARIABLE', from: 1000 }], 'ab 10,00 €'],
    [[{ kind: 'VARIABLE' }], 'je nach Fall'],
    [[{ kind: 'FREE' }, { kind: 'FIXED', amount: 3700 }], 'kostenlos oder 37,00 €'],
    [[{ kind: 'FIXED', amount: 1300, label: 'je Ausfertigung' }], '13,00 € je Ausfertigung'],
    [[{ kind: 'FREE', label: 'Meldung' }], 'kostenlos (Meldung)'],
    [[{ kind: 'VARIABLE', from: 2600, to: 3000, label: 'je nach Ort' }], '26,00 € bis 30,00 €, je nach Ort'],
    [[{ kind: 'VARIABLE', label: 'nach dem Bauwert' }], 'nach dem Bauwert'],
    [
      [
        { kind: 'FIXED', amount: 7000 },
        { kind: 'FIXED', amount: 3750 },
        { kind: 'FIXED', amount: 2200, surcharge: true },
      ],
      '37,50 € oder 70,00 €, Zusätze kosten extra',
    ],
    [
      [
        { kind: 'FIXED', amount: 3070 },
        { kind: 'VARIABLE', to: 1020 },
      ],
      'bis 30,70 €',
    ],
    [[{ kind: 'FREE' }, { kind: 'VARIABLE', from: 1000, to: 2000 }], '0 € bis 20,00 €'],
    [[{ kind: 'FREE' }, { kind: 'VARIABLE', label: 'Abholung' }], 'teils kostenlos, sonst je nach Fall'],
    [[{ kind: 'FIXED', amount: 500 }, { kind: 'VARIABLE' }], 'je nach Fall'],
    [[100, 200, 300, 400].map((amount) => ({ kind: 'FIXED' as const, amount })), '1,00 € bis 4,00 €'],
  ] as const)('costs %j read "%s" in short', async (costs, words) => {
    await show({}, { costs: [...costs] });
    expect(box().getByText(words)).toBeTruthy();
  });
  it('do not say twice what the words say, and call a surcharge one', async () => {
    const part = (module: 'cost' | 'deadlines') => ({ module, html: '<p>120 Euro</p>', saysFigures: true });
    const costs = [{ kind: 'FIXED' as const, amount: 12_000 }, { kind: 'FREE' as const }];
    await show({}, { costs, sections: [part('cost'), part('deadlines')] });
    for (const name of ['Kosten', 'Fristen']) {
      expect(section(name).getByText('120 Euro')).toBeTruthy();
      expect(section(name).queryByText(/120,00 €|Wochen/)).toBeNull();
    }
    cleanup();
    await show({}, { costs: [{ kind: 'FIXED', amount: 2200, surcharge: true, label: 'für 48 Seiten' }] });
    expect(section('Kosten').getByText('zusätzlich 22,00 €')).toBeTruthy();
    expect(box().queryByText(/22,00/)).toBeNull();
  });
  it.each([
    [
      { kind: 'amounts', amounts: [2000, 6000, 18_500] },
      'de',
      '20,00 €, 60,00 € oder 185,00 €, je nach Dauer',
    ],
    [{ kind: 'amounts', amounts: [2000, 6000, 18_500] }, 'en', '€20.00, €60.00 or €185.00, je nach Dauer'],
    [{ kind: 'amounts', amounts: [2000] }, 'de', '20,00 €'],
    [{ kind: 'amounts', amounts: [0] }, 'en', 'free of charge'],
    [{ kind: 'each', amount: 1300 }, 'de', '13,00 € je nach Dauer'],
    [{ kind: 'range', from: 1000, to: 9000 }, 'en', '€10.00 to €90.00, je nach Dauer'],
    [undefined, 'de', 'wird aus Ihren Angaben berechnet, je nach Dauer'],
  ] as const)('a fee by a rule (%j, %s) reads "%s"', async (feeFigures, locale, words) => {
    const byRule = { ...metadata, feeType: 'VARIABLE', feeAmount: null, feeBasis: 'je nach Dauer' } as const;
    await show(
      { ...atKiel, metadata: { ...byRule, feeFigures: structuredClone(feeFigures) as never } },
      {},
      { locale },
    );
    expect(box().getByText(words)).toBeTruthy();
  });
  it('a checklist can be printed', async () => {
    await show();
    expect(section('Erforderliche Unterlagen').getByRole('button', { name: 'Seite drucken' })).toBeTruthy();
  });
});
