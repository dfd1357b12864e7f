import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { portal } from '../testing/answers.ts';
import { showPublic } from '../testing/show-public.tsx';
import { PortalScreen } from './portal-screen.tsx';

afterEach(cleanup);

const region = (name: string) => within(screen.getByRole('region', { name }));

it('says what it is for, lists its topics, and has their services and a contact', async () => {
  await showPublic(<PortalScreen answer={portal} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Familienportal');
  expect(screen.getByText('Von der Geburt bis zur Schule.')).toBeTruthy();
  const topics = within(screen.getByRole('navigation', { name: 'Themen in diesem Portal' }));
  const links = topics.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Umwelt und Tiere', '#umwelt-und-tiere'],
    ['Umzug', '#umzug'],
  ]);
  for (const link of links) expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
  const nature = region('Umwelt und Tiere');
  expect(nature.getByRole('link', { name: /^Hund zur Hundesteuer/ }).getAttribute('href')).toBe(
    '/leistung/99102013104000',
  );
  expect(nature.queryByText(portal.topics[0]?.services[0]?.teaser ?? '')).toBeNull();
  expect(nature.getByText('Online je nach Ort')).toBeTruthy();
  expect(nature.getByRole('link', { name: 'Alle Leistungen: Umwelt und Tiere' }).getAttribute('href')).toBe(
    '/themenfelder/umwelt-und-tiere',
  );
  expect(region('Umzug').queryByRole('list')).toBeNull();
  expect(region('Ihre Ansprechstelle').getByText(/Landeshauptstadt Kiel/)).toBeTruthy();
});

it('without a contact of its own names the number of all authorities alone', async () => {
  await showPublic(<PortalScreen answer={{ ...portal, introduction: null, authority: null }} />);
  expect(screen.queryByRole('region', { name: 'Ihre Ansprechstelle' })).toBeNull();
  expect(screen.getByRole('link', { name: '115' })).toBeTruthy();
});

it('is the same page in English', async () => {
  await showPublic(<PortalScreen answer={portal} />, { locale: 'en', href: '/en/portals/familienportal' });
  for (const link of screen.getAllByRole('link', { name: 'Deutsch' })) {
    expect(link.getAttribute('href')).toMatch(/^\/themenportale\/familienportal/);
  }
});
