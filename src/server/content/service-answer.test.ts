import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { serviceAnswer as answerSchema } from '#contract/content.ts';
import { textModules } from '#contract/text-modules.ts';
import type { Locale } from '#domain/locale.ts';
import { locales } from '#domain/locale.ts';
import { loadContent } from '#server/content-store/load.ts';
import { serviceAnswer, serviceLink } from './service-answer.ts';
import type { Content, Service } from './types.ts';

const loaded = loadContent(join(import.meta.dirname, '../../../content'));
if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
const { content } = loaded;
const services = new Map([...content.services.values()].map((service) => [service.slug, service]));
const service = (slug: string) => services.get(slug) as Service;
const answer = (slug: string, place: { area?: string; place?: string } = {}, lang: Locale = 'de') =>
  serviceAnswer(content, service(slug), { lang, ...place });

test.each([...services.keys()])('%s is answered in both languages, sections in order, none empty', (slug) => {
  for (const lang of locales) {
    const given = answer(slug, { area: '010020000000' }, lang);
    expect(z.safeParse(answerSchema, given).error).toBeUndefined();
    const modules = given.service.sections.map(({ module }) => module);
    expect(modules).toEqual(textModules.filter((module) => modules.includes(module)));
    for (const { html } of given.service.sections) expect(html.replace(/<[^>]*>/g, '').trim()).not.toBe('');
    expect(given.service.title).toBe(service(slug).title[lang]);
    expect(given.service.related).toHaveLength(service(slug).related.length);
  }
});

test('a title or teaser that is there in German only is marked as such on the English page', () => {
  const dogTax = service('hundesteuer');
  const german = { ...dogTax, title: { de: 'Hund anmelden', en: 'Hund anmelden' } };
  expect(serviceLink(german, 'en')).toMatchObject({ title: 'Hund anmelden', titleLang: 'de' });
  expect(serviceLink(german, 'en')).not.toHaveProperty('teaserLang');
  const mute = { ...dogTax, teaser: { de: 'Für Hunde.', en: 'Für Hunde.' } };
  expect(serviceLink(mute, 'en')).toMatchObject({ teaser: 'Für Hunde.', teaserLang: 'de' });
  for (const one of [german, mute]) {
    expect(serviceLink(one, 'de')).not.toHaveProperty('titleLang');
    expect(serviceLink(one, 'de')).not.toHaveProperty('teaserLang');
  }
});

test('another way to the same is named before a place is chosen, and not where there is no application', () => {
  const ways = (area?: string) =>
    ['meldebescheinigung', 'meldebescheinigung-online-ausweis'].map((slug) => {
      const { otherWay, metadata, service } = answer(slug, area === undefined ? {} : { area });
      const says = JSON.stringify(service.sections);
      return [(otherWay ?? metadata?.otherWay)?.leiKaId, /href="[^"]*9911500301200/.test(says)];
    });
  const both = [
    ['99115003012001', false],
    ['99115003012000', false],
  ];
  expect(ways()).toEqual(both);
  expect(ways('010020000000'), 'Kiel').toEqual(both);
  const none = [undefined, false];
  expect(ways('010540056056'), 'Husum').toEqual([none, none]);
});

describe('the dog tax', () => {
  test('without a place has no authority and no form, but says that there are some', () => {
    expect(answer('hundesteuer')).toMatchObject({
      place: null,
      authority: null,
      metadata: null,
      isOnlineSomewhere: true,
    });
  });

  test('in Kiel is answered for and offered by the city', () => {
    expect(answer('hundesteuer', { area: '010020000000' })).toMatchObject({
      place: { key: '010020000000', value: 'Kiel' },
      authority: { id: 'kiel', name: 'Landeshauptstadt Kiel (Demonstration)' },
      metadata: { metadataId: 'hundesteuer-kiel' },
    });
  });

  test('in Strande is answered for by the association', () => {
    expect(answer('hundesteuer', { place: 'Strande' })).toMatchObject({
      place: { key: '010585822157' },
      authority: { id: 'amt-daenischenhagen' },
      metadata: { authority: { id: 'amt-daenischenhagen' } },
    });
  });

  test('in Heide is answered for by the town, which has no form', () => {
    expect(answer('hundesteuer', { place: 'Heide' })).toMatchObject({
      authority: { id: 'heide' },
      metadata: null,
      isOnlineSomewhere: true,
    });
  });

  test('for a postcode with several municipalities decides for nobody', () => {
    const given = answer('hundesteuer', { place: '24229' });
    expect(given).toMatchObject({ place: null, placeQuery: '24229', authority: null, metadata: null });
    expect(given.placeChoices).toHaveLength(3);
  });

  test('keeps to itself where applications are delivered and paid', () => {
    expect(JSON.stringify(answer('hundesteuer', { area: '010020000000' }))).not.toMatch(
      /destinationId|paymentEndPointId|feeRule/,
    );
  });
});

test('an online service elsewhere is shown where it is valid', () => {
  const links: Service = {
    ...service('kindergeld'),
    onlineLinks: [
      { title: { de: 'Land', en: 'State' }, url: 'https://land.example/' },
      { title: { de: 'Kiel', en: 'Kiel' }, url: 'https://kiel.example/', areas: ['01002'] },
    ],
  };
  const titles = (area?: string) =>
    serviceAnswer(content, links, { lang: 'en', area }).onlineLinks.map(({ title }) => title);
  expect(titles()).toEqual(['State']);
  expect(titles('010020000000')).toEqual(['State', 'Kiel']);
  expect(titles('010030000000')).toEqual(['State']);
  expect(serviceAnswer(content, links, { lang: 'en' }).isOnlineSomewhere).toBe(true);
});

test('every service has an authority, or only its text, at every municipality; never two answers', () => {
  const municipalities = [...content.areas.keys()].filter((ars) => ars.length === 12);
  for (const slug of services.keys()) {
    let answered = 0;
    for (const area of municipalities) {
      const { authority, metadata, place } = answer(slug, { area });
      expect(place?.key).toBe(area);
      if (metadata) expect(metadata.authority).toEqual(authority);
      if (authority) answered++;
    }
    expect(answered, slug).toBeGreaterThan(10);
  }
});

test('a service of content without topics, related services and texts is still answered', () => {
  const bare: Content = { ...content, topics: new Map(), services: new Map() };
  const given = serviceAnswer(bare, { ...service('hundesteuer'), texts: {} }, { lang: 'de' });
  expect(given.service).toMatchObject({ topics: [], related: [], sections: [] });
});

test.each([
  ['that is the teaser', '<p>Kurz  gesagt:\nnur <b>mit</b> Antrag &amp; Pass.</p>', null],
  ['that begins with it', '<p>Kurz gesagt: nur mit Antrag &amp; Pass. Und pünktlich.</p>', true],
  ['that says more', '<p>Wer reist, braucht ihn.</p>', undefined],
] as const)('a short text %s', (_, html, saysTeaser) => {
  const passport = service('reisepass');
  const teaser = { de: 'Kurz gesagt: nur mit Antrag & Pass.', en: 'In short' };
  const texts = { ...passport.texts, shortText: { de: html, en: html } };
  const { sections } = serviceAnswer(content, { ...passport, teaser, texts }, { lang: 'de' }).service;
  const shown = sections.find(({ module }) => module === 'shortText');
  expect(shown === undefined ? null : shown.saysTeaser).toBe(saysTeaser);
});

test('a teaser that was cut off is the beginning of its text', () => {
  const passport = service('reisepass');
  const texts = { shortText: { de: '<p>Ein langer Text.</p>', en: '<p>A long text.</p>' } };
  const teaser = { de: 'Ein langer …', en: 'A long …' };
  const { sections } = serviceAnswer(content, { ...passport, teaser, texts }, { lang: 'en' }).service;
  expect(sections).toMatchObject([{ module: 'shortText', saysTeaser: true }]);
});
