import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { hrefOf } from '../shared/paths.ts';
import { authority, kiel, service } from '../testing/answers.ts';
import { showPublic } from '../testing/show-public.tsx';
import { WithoutScriptScreen } from './without-script-screen.tsx';

afterEach(cleanup);

const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const WITHOUT = 'So geht es ohne JavaScript';

it('says that nothing is lost, how to go on with scripts, and loads this page again', async () => {
  await showPublic(<WithoutScriptScreen screen="account" answer={null} />, { href: '/nutzerkonto?x=1' });
  screen.getByRole('heading', { level: 1, name: 'Für Ihren Bereich brauchen Sie JavaScript' });
  screen.getByText(/Ihre Entwürfe und gesendeten Anträge sind sicher/);
  screen.getByText(/^Öffnen Sie die Einstellungen Ihres Browsers/);
  expect(href('Seite neu laden')).toBe('/nutzerkonto?x=1');
  screen.getByRole('heading', { name: WITHOUT });
  expect(href('Leistung suchen')).toBe(hrefOf.search('de'));
});

it('offers no search on the way back from a payment', async () => {
  await showPublic(<WithoutScriptScreen screen="redirect" answer={null} />);
  screen.getByText(/Zahlen Sie bitte nicht ein zweites Mal/);
  expect(screen.queryByRole('heading', { name: WITHOUT })).toBeNull();
});

it('leads to the service at its place and the authority that is responsible', async () => {
  const { service: one } = service();
  await showPublic(<WithoutScriptScreen screen="process" answer={service({ place: kiel, authority })} />);
  screen.getByText(one.title);
  screen.getByText(/Fragen Sie die zuständige Behörde/);
  screen.getByText('Landeshauptstadt Kiel');
  expect(href('Zur Seite der Leistung')).toBe(hrefOf.service('de', one.leiKaId, { area: kiel.key }));
  expect(screen.queryByRole('link', { name: 'Leistung suchen' })).toBeNull();
});

it('leads to the service where no place is known', async () => {
  const { service: one } = service();
  await showPublic(
    <WithoutScriptScreen screen="process" answer={service({ place: null, authority: null })} />,
  );
  screen.getByText(/welche Behörde zuständig ist/);
  expect(href('Zur Seite der Leistung')).toBe(hrefOf.service('de', one.leiKaId));
});
