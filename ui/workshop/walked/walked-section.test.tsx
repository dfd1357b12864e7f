import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asWalked, readWalked, type WalkedWorkflow } from '#contract/walked-workflow.ts';
import type { TestRunStanding } from '#contract/workshop-page.ts';
import type { Locale } from '#domain/locale.ts';
import { workflows } from '../machines.ts';
import { hrefOf } from '../place.ts';
import { ReadingProvider } from '../reading-context.ts';
import { textsIn } from '../texts.ts';
import { pathsOf, proofsIn } from './walked.ts';
import { WalkedSection } from './walked-section.tsx';

const walked: WalkedWorkflow = asWalked({
  at: '2026-11-28T12:00:00.000Z',
  coverage: [
    { layer: 'machine', kind: 'transitions', total: 3, covered: 3, missing: [], elsewhere: {} },
    {
      layer: 'browser',
      kind: 'states',
      total: 4,
      covered: 2,
      missing: ['PAID'],
      elsewhere: { SUBMITTED: 'model-tests/browser/mails.test.ts' },
    },
    { layer: 'of a later version', kind: 'dreams', total: 1, covered: 1, missing: [], elsewhere: {} },
  ],
  arrows: ['CREATED form.progressed', 'EDITING form.completed'],
  paths: [
    { id: 'aaa', layer: 'machine', start: 'free', arrows: [0] },
    { id: 'bbb', layer: 'http', start: 'free', arrows: [0, 1, 1] },
  ],
  pictures: [
    { state: 'PAYMENT_FAILURE', locale: 'de', picture: 'failed-de.webp' },
    { state: 'PAYMENT_FAILURE', locale: 'en', picture: 'failed-en.webp' },
    { state: 'PAID', locale: 'de', picture: 'paid-de.webp' },
  ],
});

function show(locale: Locale, standing: TestRunStanding, of: WalkedWorkflow | null) {
  render(
    <ReadingProvider
      value={{
        locale,
        t: textsIn(locale),
        place: {},
        go: () => undefined,
        hrefOf: (place) => hrefOf(locale, place),
        engine: { layout: () => Promise.reject(new Error('nothing is drawn')) },
        testRun: { standing, walkedOf: async () => of, pictureHref: (name) => `/pictures/${name}` },
      }}
    >
      <WalkedSection machine={workflows.get('process')!} walked={of} />
    </ReadingProvider>,
  );
  return screen.getByRole('region', { name: textsIn(locale)('walked.heading') });
}
afterEach(cleanup);

it('says how much was walked in each layer, what is missing, and where else it is walked', () => {
  const section = show('en', 'made', walked);
  expect(within(section).getByText(/28 November 2026/)).toBeTruthy();
  const rows = within(section).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    'in the workflow aloneArrows3 of 3',
    'in the browserStates2 of 41 missingPAID1 in another testSUBMITTED (model-tests/browser/mails.test.ts)',
    'of a later versiondreams1 of 1',
  ]);
});

it('shows the screens in the language of the page, and in the other one where there is no other', () => {
  const section = show('en', 'made', walked);
  const pictures = within(section).getAllByRole('img');
  expect(pictures.map((one) => [one.getAttribute('alt'), one.getAttribute('src')])).toEqual([
    ['Picture of the screen: Payment failed', '/pictures/failed-en.webp'],
    ['Picture of the screen: Paid', '/pictures/paid-de.webp'],
  ]);
  expect(within(section).getByRole('link', { name: 'Payment failed' }).getAttribute('href')).toBe(
    '/en/workshop?workflow=process&at=PAYMENT_FAILURE',
  );
});

it('says how a report is made where there is none, and that a release has none', () => {
  expect(show('de', 'notMade', null).textContent).toContain('npm test -- --all');
  cleanup();
  expect(show('en', 'made', null).textContent).toMatch(/walked nothing of this workflow.*npm run report/);
  cleanup();
  const release = show('en', 'notHere', null);
  expect(release.textContent).toContain('runs from a release');
  expect(release.textContent).not.toContain('npm');
});

it('names the paths of each arrow once', () => {
  expect(pathsOf(walked)[1]?.arrows).toEqual([
    'CREATED form.progressed',
    'EDITING form.completed',
    'EDITING form.completed',
  ]);
  expect([...proofsIn(walked).paths]).toEqual([
    ['CREATED form.progressed', ['aaa', 'bbb']],
    ['EDITING form.completed', ['bbb']],
  ]);
});

it('reads files of its own version alone', () => {
  expect(readWalked(JSON.parse(JSON.stringify(walked)))).toEqual(walked);
  expect(readWalked({ ...walked, version: 2 })).toBeNull();
  expect(readWalked({ ...walked, pictures: [{ state: 'PAID' }] })).toBeNull();
});
