import { beforeAll, describe, expect, it } from 'vitest';
import { locales } from '#domain/locale.ts';
import type { WalkedPath } from '../reporting/shape.ts';
import { bookPages } from './book.tsx';
import { proofsOf } from './proofs.ts';

const REPORT = '../../report/pages';
const OPENED = 'created payment.opened';
const step = (arrow: string, refused = false) => ({
  sentence: '',
  from: '',
  to: '',
  refused,
  arrows: refused ? [] : [arrow],
});
const walked = (id: string, arrows: string[], outcome: WalkedPath['outcome'] = 'passed'): WalkedPath => ({
  id,
  start: 'new',
  steps: arrows.map((arrow) => step(arrow)),
  outcome,
  durationMs: 1,
});
const ledgers = [
  {
    machine: 'payment',
    paths: [
      walked('1111111', [OPENED, 'open payment.failed', 'failed again']),
      walked('2222222', [OPENED]),
      walked('3333333', [OPENED], 'failed'),
      walked('4444444', [OPENED]),
    ],
  },
  { machine: 'payment', paths: [walked('2222222', [OPENED]), walked('5555555', [OPENED, OPENED])] },
  { machine: 'search', paths: [walked('6666666', ['closed typed'], 'failed')] },
];
const isShown = (id: string) => id !== '4444444';

it('names the paths that have passed and can be shown, the shortest first and each once', () => {
  const proofs = proofsOf(ledgers, isShown, REPORT);
  expect([...proofs.keys()]).toEqual(['payment']);
  expect(proofs.get('payment')?.paths.get(OPENED)).toEqual(['2222222', '5555555', '1111111']);
  expect(proofs.get('payment')?.paths.get('failed again')).toEqual(['1111111']);
  expect(proofs.get('payment')?.report).toBe(`${REPORT}/payment.html`);
});

describe('the book', () => {
  let pages: ReadonlyMap<string, string>;
  beforeAll(async () => {
    pages = await bookPages(proofsOf(ledgers, isShown, REPORT));
  });

  it.each(locales)(
    'says of each arrow on which paths it was walked, and links to the report (%s)',
    (locale) => {
      const page = pages.get(`${locale}/payment.html`) ?? '';
      expect(page).toContain('2222222');
      expect(page).toContain('npm run paths -- show ID --machine payment');
      expect(page).toContain(`href="${REPORT}/payment.html"`);
      expect(page).not.toMatch(/3333333|4444444/);
    },
  );

  it('says nothing of it where nothing was walked', () => {
    const others = [...pages].filter(([file]) => !file.endsWith('/payment.html'));
    expect(others.length).toBeGreaterThan(40);
    for (const [file, text] of others) expect(text, file).not.toMatch(/report\/pages|npm run paths/);
  });

  it('has no link that leads nowhere', () => {
    const links = [...pages].flatMap(([file, text]) =>
      [...text.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => new URL(to, `book:///${file}`)),
    );
    expect(links.length).toBeGreaterThan(100);
    const isThere = ({ pathname, hash }: URL) => {
      const page = pages.get(pathname.slice(1));
      return page !== undefined && (hash === '' || page.includes(`id="${hash.slice(1)}"`));
    };
    expect(links.filter((link) => !isThere(link)).map(String)).toEqual(
      locales.map(() => new URL(`${REPORT}/payment.html`, 'book:///en/').href),
    );
  });
});
