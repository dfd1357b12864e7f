import { expect, it } from 'vitest';
import type { RunReport } from '../gather.ts';
import { renderReport } from './page.tsx';
import { differences } from './run-summary.tsx';
import { searchScript } from './search.ts';

const report: RunReport = {
  at: '2026-11-20T10:00:00.000Z',
  walked: [
    {
      machine: 'payment',
      layer: 'browser',
      tests: ['model-tests/browser/payment-paths.test.ts'],
      coverage: { transitions: { total: 13, covered: 12, missing: ['pending payment.settled'] } },
      taken: { 'created payment.opened': 3 },
      seen: { pending: 3 },
      pathCount: 1,
      paths: [
        {
          id: 'abc1234',
          start: 'new',
          steps: [
            { sentence: 'the payment is opened', from: 'created', to: 'pending', refused: false, arrows: [] },
            { sentence: 'money comes in', from: 'pending', to: 'pending', refused: true, arrows: [] },
          ],
          outcome: 'failed',
          message: 'it is failed, not pending',
          durationMs: 1_234,
          findings: ['axe: color-contrast'],
        },
      ],
      pictures: [{ state: 'pending', locale: 'de', picture: 'pending-de.webp' }],
    },
  ],
  files: [
    { file: 'src/a.test.ts', tests: 3, failed: 1, skipped: 1, seconds: 2 },
    { file: 'src/c.test.ts', tests: 4, failed: 0, skipped: 0, seconds: 30 },
  ],
  passed: 5,
  failures: [{ file: 'src/a.test.ts', test: 'is right', reason: 'expected 1 to be 2' }],
  unsteady: [{ file: 'src/c.test.ts', test: 'waits', reason: 'it came too late' }],
  slowest: [{ file: 'src/c.test.ts', test: 'waits', ms: 29_000 }],
  before: {
    on: '2026-11-01',
    seconds: { 'src/a.test.ts': 1, 'src/c.test.ts': 10 },
    tests: { 'src/a.test.ts': 2 },
    unsteady: [],
  },
  requirements: [
    { section: '4', title: 'Payment', rules: ['PAY-01'], tests: ['src/a.test.ts', 'src/b.test.ts'] },
  ],
};

const wordsOf = (markup: string) => markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const pages = await renderReport(report, '');
const [index, payment] = [pages.get('index.html')!, pages.get('pages/payment.html')!];
const [text, paymentText] = [wordsOf(index), wordsOf(payment)];

it('says what was covered, and names what was not', () => {
  expect(text).toContain('12/13 incomplete');
  expect(paymentText).toContain('browser, transitions: pending payment.settled');
});

it('does not call incomplete what another test walks, and says where', async () => {
  const [first] = report.walked;
  const transitions = { total: 13, covered: 12, missing: [], elsewhere: { 'pending lost': 'a.test.ts' } };
  const other = await renderReport({ ...report, walked: [{ ...first!, coverage: { transitions } }] }, '');
  const words = wordsOf(other.get('index.html')!);
  expect(words).toContain('12/13 and 1 elsewhere');
  expect(words).not.toContain('12/13 incomplete');
  expect(words).not.toContain('elsewhere incomplete');
  expect(wordsOf(other.get('pages/payment.html')!)).toContain('browser: pending lost (a.test.ts)');
});

it('shows a failed path open, with its steps, findings, and the command that repeats it', () => {
  expect(payment).toMatch(/<details open="">.*?abc1234/s);
  expect(paymentText).toContain('money comes in: refused, stays pending');
  expect(paymentText).toContain('axe: color-contrast');
  expect(paymentText).toContain('it is failed, not pending');
  expect(paymentText).toContain('npm run paths -- run abc1234 --machine payment --layer browser');
});

it('sums up tests, and a requirement whose tests failed or did not run is open', () => {
  expect(text).toContain('5 tests passed, 1 failed, 1 unsteady');
  expect(text).toContain('src/a.test.ts, src/b.test.ts');
});

it('begins with what failed and what was unsteady, each with its reason', () => {
  expect(text).toMatch(/failed src\/a.test.ts is right expected 1 to be 2/);
  expect(text).toMatch(/unsteady src\/c.test.ts waits.*it came too late/);
  expect(index.indexOf('is right')).toBeLessThan(index.indexOf('id="coverage"'));
});

it('compares with the kept run', () => {
  expect(differences(report)).toEqual([
    'fewer passed tests: src/a.test.ts, 2 before, 1 now',
    'new: src/c.test.ts',
    'slower: src/c.test.ts, 10.0 s before, 30.0 s now',
  ]);
  expect(text).toContain('Compared with the run of 2026-11-01: 3 differences');
});

it('names the slowest tests', () => {
  expect(text).toMatch(/The slowest tests.*waits src\/c.test.ts 29.0 s/);
});

it('opens without a server: pages refer to each other and to the pictures beside them alone', () => {
  expect(payment).toContain('src="../pictures/pending-de.webp"');
  for (const [name, markup] of pages) {
    for (const [, target] of markup.matchAll(/(?:src|href)="([^"#]*)"/g)) {
      expect(target, name).toMatch(/^(?:pages\/\w+\.html|\.\.\/index\.html|\.\.\/pictures\/[\w.-]+)$/);
    }
  }
});

it('is small enough to be opened at once', () => {
  expect(index.length).toBeLessThan(100_000);
  expect(index).not.toContain('<svg');
});

it('draws every workflow on a page of its own, with how often each of its arrows was taken', () => {
  const drawn = [...pages.values()].filter((markup) => markup.includes('<svg '));
  expect(drawn.length).toBeGreaterThan(20);
  expect(wordsOf(pages.get('pages/login.html')!)).toContain('Not walked in this run.');
});

it('searches, and shows only what failed, by an address that can be sent', () => {
  const { document, hash, type } = opened('#search=src&failed=1');
  const shown = () =>
    [...document.querySelectorAll('[data-find] tbody tr')].filter((row) => !(row as HTMLElement).hidden);
  // The requirement that is open, and the file that failed.
  expect(shown().map((row) => row.querySelector('th')?.textContent)).toEqual(['Payment', 'src/a.test.ts']);
  type('nothing of this name');
  expect(shown()).toEqual([]);
  expect(hash()).toBe('#search=nothing+of+this+name&failed=1');
});

/** The first page as a browser has it, at an address with this end. */
function opened(end: string) {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inner = frame.contentDocument!;
  inner.body.innerHTML = /<main>.*<\/main>/s.exec(index)![0];
  const location = { hash: end };
  const history = {
    replaceState: (_: null, __: string, to: string) => {
      location.hash = to;
    },
  };
  new Function('document', 'location', 'history', searchScript)(inner, location, history);
  const field = inner.querySelector<HTMLInputElement>('#search')!;
  return {
    document: inner,
    hash: () => location.hash,
    type: (words: string) => {
      field.value = words;
      field.dispatchEvent(new Event('input'));
    },
  };
}
