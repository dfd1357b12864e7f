import { expect, it } from 'vitest';
import type { RunReport } from '../gather.ts';
import { renderReport } from './page.tsx';

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
  files: [{ file: 'src/a.test.ts', tests: 3, failed: 1, skipped: 1, seconds: 2 }],
  requirements: [
    { section: '4', title: 'Payment', rules: ['PAY-01'], tests: ['src/a.test.ts', 'src/b.test.ts'] },
  ],
  pictures: new Map([['pending-de.webp', Buffer.from('picture')]]),
};

const html = await renderReport(report, '');
const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

it('says what was covered, and names what was not', () => {
  expect(text).toContain('12/13 incomplete');
  expect(text).toContain('browser, transitions: pending payment.settled');
});

it('does not call incomplete what another test walks, and says where', async () => {
  const [first] = report.walked;
  const transitions = { total: 13, covered: 12, missing: [], elsewhere: { 'pending lost': 'a.test.ts' } };
  const other = await renderReport({ ...report, walked: [{ ...first!, coverage: { transitions } }] }, '');
  const words = other.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(words).toContain('12/13 and 1 elsewhere');
  expect(words).not.toContain('12/13 incomplete');
  expect(words).not.toContain('elsewhere incomplete');
  expect(words).toContain('browser: pending lost (a.test.ts)');
});

it('shows a failed path open, with its steps, findings, and the command that repeats it', () => {
  expect(html).toMatch(/<details open="">.*?abc1234/s);
  expect(text).toContain('money comes in: refused, stays pending');
  expect(text).toContain('axe: color-contrast');
  expect(text).toContain('it is failed, not pending');
  expect(text).toContain('npm run paths -- run abc1234');
});

it('sums up tests, and a requirement whose tests failed or did not run is open', () => {
  expect(text).toContain('1 tests passed, 1 failed');
  expect(text).toContain('src/a.test.ts, src/b.test.ts');
});

it('is one file that fetches nothing', () => {
  expect(html).toContain(`src="data:image/webp;base64,${Buffer.from('picture').toString('base64')}"`);
  expect(html).not.toMatch(/(?:src|href)="(?!data:|#)/);
  expect(html).not.toContain('<script');
});

it('draws every workflow, with how often each of its arrows was taken', () => {
  expect(html.match(/<svg /g)?.length).toBeGreaterThan(20);
  expect(text).toContain('Not walked in this run.');
});
