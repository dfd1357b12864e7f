import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { home, kiel } from '../testing/answers.ts';
import { showPublic } from '../testing/show-public.tsx';
import { HomeScreen } from './home-screen.tsx';

afterEach(cleanup);

it('asks what to do and where, and sends both to the search', async () => {
  const { container } = await showPublic(<HomeScreen home={home} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Was möchten Sie erledigen?');
  const form = container.querySelector('form');
  expect(form?.getAttribute('action')).toBe('/suche#results');
  expect([...(form?.querySelectorAll('input') ?? [])].map(({ name }) => name)).toEqual(['q', 'place']);
});

it('knows the place of last time, with a way to change it', async () => {
  await showPublic(<HomeScreen home={home} />, { place: kiel });
  expect(screen.getByLabelText<HTMLInputElement>('Ihr Ort').value).toBe('Kiel');
});

it('leads to frequent services, topics, life situations and portals', async () => {
  await showPublic(<HomeScreen home={home} />);
  const href = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href(/^Hund zur Hundesteuer/)).toBe('/leistung/99102013104000');
  expect(href(/^Umwelt und Tiere/)).toBe('/themenfelder/umwelt-und-tiere');
  expect(href(/^Umzug/)).toBe('/lebenslagen/umzug');
  expect(href(/^Familienportal/)).toBe('/themenportale/familienportal');
  expect(screen.queryByRole('link', { name: 'Bauportal' })).toBeNull();
  expect(href(/^Familie und Kinder/)).toBe('/themenfelder/familie-und-kinder');
  expect(href(/^Zur Website Bauportal/)).toBe('https://bauen.example/');
});

it('is there in English, and says which services are named in German', async () => {
  const [dogTax] = home.frequent;
  const frequent = [
    { ...dogTax!, titleLang: 'de' as const },
    { leiKaId: '1', title: 'Dogs', teaser: '' },
  ];
  await showPublic(<HomeScreen home={{ ...home, frequent }} />, { locale: 'en', href: '/en' });
  expect(screen.getByRole('link', { name: dogTax!.title }).lang).toBe('de');
  expect(screen.getByRole('link', { name: 'Dogs' }).lang).toBe('');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('What would you like to do?');
  const navigation = within(screen.getByRole('navigation', { name: 'Main navigation' }));
  expect(navigation.getByRole('link', { name: 'Thematic portals' }).getAttribute('href')).toBe('/en/portals');
});
