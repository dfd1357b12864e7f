import { cleanup, screen, within } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { locales } from '#domain/locale.ts';
import { ErrorScreen } from './errors/error-screen.tsx';
import { HomeScreen } from './home/home-screen.tsx';
import { LifeSituationScreen } from './life-situation/life-situation-screen.tsx';
import { PageScreen } from './pages/page-screen.tsx';
import { PortalScreen } from './portal/portal-screen.tsx';
import { PortalsScreen } from './portals/portals-screen.tsx';
import { SearchScreen } from './search/search-screen.tsx';
import { ServiceScreen } from './service/service-screen.tsx';
import * as answers from './testing/answers.ts';
import { markupOf, showPublic, takeUp } from './testing/show-public.tsx';
import { TopicScreen } from './topic/topic-screen.tsx';

afterEach(cleanup);
// jsdom has no layout.
beforeAll(() => vi.stubGlobal('scrollTo', () => undefined));

const atKiel = { place: answers.kiel, authority: answers.authority, metadata: answers.metadata };
const screens: Record<string, ReactNode> = {
  home: <HomeScreen home={answers.home} />,
  search: <SearchScreen answer={answers.search({ place: answers.kiel, total: 35 })} />,
  'search without result': <SearchScreen answer={answers.search({ results: [], total: 0 })} />,
  service: <ServiceScreen answer={answers.service()} />,
  'service at a place': <ServiceScreen answer={answers.service(atKiel)} />,
  topic: <TopicScreen answer={answers.topic} />,
  'life situation': <LifeSituationScreen answer={answers.lifeSituation} />,
  portals: <PortalsScreen portals={answers.portals} />,
  portal: <PortalScreen answer={answers.portal} />,
  'portal without a contact': (
    <PortalScreen answer={{ ...answers.portal, introduction: null, authority: null }} />
  ),
  page: <PageScreen page={answers.page} />,
  error: <ErrorScreen code="page-not-found" />,
};

describe.each(locales)('in %s', (locale) => {
  describe.each(Object.entries(screens))('%s', (_, shown) => {
    it.each([null, answers.kiel])(
      'made by the service is what the script takes up (place: %o)',
      async (place) => {
        expect(await takeUp(<StrictMode>{shown}</StrictMode>, { locale, place })).toEqual([]);
      },
    );
    it('works without script: every link leads somewhere, every form is sent by a button', async () => {
      const page = new DOMParser().parseFromString(await markupOf(shown, { locale }), 'text/html');
      expect(page.querySelectorAll('h1')).toHaveLength(1);
      for (const link of page.querySelectorAll('a'))
        expect(link.getAttribute('href'), link.outerHTML).toBeTruthy();
      for (const form of page.querySelectorAll('form')) {
        expect(form.querySelector('button[type=submit]')).not.toBeNull();
        for (const input of form.querySelectorAll('input')) expect(input.name, input.outerHTML).not.toBe('');
      }
      expect(page.querySelectorAll('button:not([type=submit])')).toHaveLength(0);
      const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });
});

it('the language switch leads to the same page, also where its address is another word', async () => {
  await showPublic(screens.page, { href: '/barrierefreiheit' });
  for (const link of screen.getAllByRole('link', { name: 'English' })) {
    expect(link.getAttribute('href')).toBe('/en/accessibility');
  }
});

it('a failure that nobody can mend by searching says whom to turn to', async () => {
  await showPublic(<ErrorScreen code="internal" requestId="7f3a" />);
  expect(screen.getByText(/Kundenservice hilft Ihnen, Montag bis Freitag von 8 bis 18 Uhr/)).toBeTruthy();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain('tel:+494066969001');
  expect(links).toContain('mailto:service@testportal.example');
  cleanup();
  await showPublic(<ErrorScreen code="page-not-found" />);
  expect(screen.queryByText(/Kundenservice hilft Ihnen/)).toBeNull();
});

it('every page below the start page says where it is', async () => {
  const path = async (shown: ReactNode) => {
    await showPublic(shown);
    const crumbs = within(screen.getByRole('navigation', { name: 'Sie sind hier' })).getAllByRole('listitem');
    cleanup();
    return crumbs.map((crumb) => [crumb.textContent, crumb.querySelector('a')?.getAttribute('href')]);
  };
  const start = ['Startseite', '/'];
  expect(await path(screens.topic)).toEqual([
    start,
    ['Alle Themen', '/#topics'],
    [answers.topic.topic.title, undefined],
  ]);
  const { service } = answers.service();
  const [topic] = service.topics;
  expect(await path(screens.service)).toEqual([
    start,
    [topic?.title, `/themenfelder/${topic?.id}`],
    [service.title, undefined],
  ]);
  expect(await path(screens.portal)).toEqual([
    start,
    ['Themenportale', '/themenportale'],
    [answers.portal.title, undefined],
  ]);
  expect(await path(screens.page)).toEqual([start, [answers.page.title, undefined]]);
});

it('a list of services says which are online', async () => {
  await showPublic(screens.topic);
  const badges = screen
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.kern-badge')?.textContent);
  expect(badges.filter(Boolean)).toEqual(['Online je nach Ort', 'Nur vor Ort']);
});

it('who finds nothing is told whom to ask', async () => {
  await showPublic(screens['search without result']);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain('tel:115');
  expect(links).toContain('tel:+494066969001');
});
