// @vitest-environment jsdom
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expiredFeedback } from '#server/analytics/expiry.ts';
import type { Content } from '#server/content/types.ts';
import { loadContent } from '#server/content-store/load.ts';
import { readFeedbackReport } from '#server/feedback/report.ts';
import type { Storage } from '#server/storage/database.ts';
import { eraseAll } from '#server/storage/testing/erase-all.ts';
import { openTestStorage } from '#server/storage/testing/open-storage.ts';
import { readForms } from '../form-bodies.ts';
import { knowCallers } from '../security/callers.ts';
import { refuseOtherSites } from '../security/own-pages.ts';
import { feedbackRoutes } from './feedback.ts';

const DOG_TAX = '99102013104000';
const KIEL = '010020000000';
let storage: Storage;
let app: FastifyInstance;
let content: Content;
let time: Date;
const now = () => time;

const interruptions = { shown: () => [] };
beforeAll(async () => {
  const loaded = loadContent('content');
  if ('faults' in loaded) throw new Error('the demonstration content has faults');
  content = loaded.content;
  storage = await openTestStorage();
  app = Fastify({ trustProxy: true });
  knowCallers(app);
  await app.register(rateLimit, { global: false, keyGenerator: ({ caller }) => caller });
  refuseOtherSites(app, 'https://portal.example');
  readForms(app);
  feedbackRoutes(app, { content: () => content, interruptions, storage, now, feedbackComponent: null }, null);
  await app.ready();
});
beforeEach(() => {
  time = new Date('2026-11-20T23:30:00Z');
});
afterEach(async () => {
  await storage.db.deleteFrom('feedback').execute();
});
afterAll(async () => {
  await app?.close();
  await storage?.close();
});

const ABOUT_DOG_TAX = { occasion: 'service', leiKaId: DOG_TAX, area: KIEL };
const documentOf = ({ body }: { body: string }) => new DOMParser().parseFromString(body, 'text/html');
const open = async (query: Record<string, string>, path = '/rueckmeldung') =>
  documentOf(await app.inject(`${path}?${new URLSearchParams(query)}`));
let callers = 0;
const send = (
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  path = '/rueckmeldung',
) => {
  callers += 1;
  return app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `192.0.2.${callers}`,
      ...headers,
    },
  });
};
/** The fields of the form as a browser would send them. */
const fieldsOf = (page: Document) =>
  Object.fromEntries(
    [...page.querySelectorAll<HTMLInputElement>('input[type=hidden]')].map(({ name, value }) => [
      name,
      value,
    ]),
  );
const heading = (page: Document) => page.querySelector('h1')?.textContent;
const rows = () => storage.db.selectFrom('feedback').selectAll().execute();

describe('the page for feedback', () => {
  it('names the service in both languages, and sends its subject along', async () => {
    const german = await open(ABOUT_DOG_TAX);
    expect(german.documentElement.lang).toBe('de');
    expect(german.querySelector('.sp-lead')?.textContent).toContain('Hund');
    const english = await open(ABOUT_DOG_TAX, '/en/feedback');
    expect(heading(english)).toBe('Your feedback');
    expect(fieldsOf(english)).toMatchObject(ABOUT_DOG_TAX);
    const [link] = english.querySelectorAll<HTMLAnchorElement>('.sp-languages a');
    expect(link?.getAttribute('href')).toBe(`/rueckmeldung?${new URLSearchParams(ABOUT_DOG_TAX)}`);
  });

  it('is about the portal when the service is not there, or not any more', async () => {
    for (const query of [{}, { leiKaId: '99999999999999' }, { leiKaId: '"><script>' }])
      expect(fieldsOf(await open(query as Record<string, string>))).toMatchObject({
        occasion: 'portal',
        leiKaId: '',
      });
  });
});

it('says that feedback about a service is passed on where it is, and only there', async () => {
  const passing = Fastify();
  const feedbackComponent = { pass: () => Promise.resolve() };
  const context = { content: () => content, interruptions, storage, now, feedbackComponent };
  feedbackRoutes(passing, context, null);
  const saying = 'nationale Feedback-Komponente';
  const about = `/rueckmeldung?${new URLSearchParams(ABOUT_DOG_TAX)}`;
  expect((await passing.inject(about)).body).toContain(saying);
  expect((await passing.inject('/rueckmeldung')).body).not.toContain(saying);
  expect((await app.inject(about)).body).not.toContain(saying);
  await passing.close();
});

describe('feedback that is sent', () => {
  it('is stored with its day and its subject, and nothing about the sender', async () => {
    const fields = fieldsOf(await open(ABOUT_DOG_TAX));
    const text = 'Die Gebühr fehlt.\r\nMein Hund Rex';
    const response = await send({ ...fields, found: 'partly', stars: '4', text }, { cookie: 'session=abc' });
    expect(response.statusCode).toBe(200);
    const page = documentOf(response);
    expect(heading(page)).toBe('Vielen Dank für Ihre Rückmeldung');
    expect(page.body.textContent).not.toContain('nicht gespeichert');
    expect(page.querySelector('main a')?.getAttribute('href')).toBe(`/leistung/${DOG_TAX}?area=${KIEL}`);
    expect(await rows()).toEqual([
      {
        ...ABOUT_DOG_TAX,
        id: fields.id,
        day: '2026-11-21',
        locale: 'de',
        stars: 4,
        found: 'partly',
        text: 'Die Gebühr fehlt.\nMein Hund Rex',
        passing: null,
      },
    ]);
  });

  it('is stored without what identifies somebody, and says so', async () => {
    const page = documentOf(await send({ text: 'Call me: 0431 123 456 or a@b.example' }, {}, '/en/feedback'));
    expect(page.body.textContent).toContain('We have not stored the e-mail addresses or numbers');
    expect(await rows()).toMatchObject([{ text: 'Call me: […] or […]', leiKaId: null, locale: 'en' }]);
  });

  it('is stored once when the page is sent again', async () => {
    const fields = { ...fieldsOf(await open(ABOUT_DOG_TAX)), stars: '1' };
    expect((await send(fields)).statusCode).toBe(200);
    expect((await send({ ...fields, stars: '5' })).statusCode).toBe(200);
    expect(await rows()).toMatchObject([{ stars: 1 }]);
  });

  it.each([
    ['nothing', {}, 'found', 'mindestens eine Frage'],
    ['answers that do not exist', { found: 'maybe', stars: '6' }, 'found', 'mindestens eine Frage'],
    ['a text that is too long', { stars: '2', text: 'ä'.repeat(1001) }, 'text', 'höchstens 1000 Zeichen'],
  ])('is not taken with %s; the page says why and keeps everything', async (_, filled, field, reason) => {
    const response = await send({ ...ABOUT_DOG_TAX, ...filled });
    expect(response.statusCode).toBe(422);
    const page = documentOf(response);
    expect(page.title).toMatch(/^Fehler: /);
    const link = page.querySelector('.sp-error-summary a');
    expect(link?.textContent).toContain(reason);
    expect(link?.getAttribute('href')).toBe(`#${field}`);
    expect(page.getElementById(field)).not.toBeNull();
    const { stars, text } = filled as { stars?: string; text?: string };
    expect(page.querySelector('textarea')?.value).toBe(text ?? '');
    const checked = page.querySelector<HTMLInputElement>('input[name=stars]:checked')?.value;
    expect(checked).toBe(stars === '2' ? '2' : undefined);
    expect(await rows()).toEqual([]);
  });

  it('takes exactly as many characters as it says', async () => {
    expect((await send({ text: '😀'.repeat(1000) })).statusCode).toBe(200);
  });

  it('is refused from a page of another site', async () => {
    const response = await send({ stars: '5' }, { 'sec-fetch-site': 'cross-site' });
    expect(response.statusCode).toBe(403);
    expect(await rows()).toEqual([]);
  });

  it('ends for the day when very much has arrived, and the text stays to be copied', async () => {
    const day = '2026-11-21';
    await storage.db
      .insertInto('feedback')
      .values(
        Array.from({ length: 5000 }, () => ({
          id: crypto.randomUUID(),
          day,
          occasion: 'portal' as const,
          leiKaId: null,
          area: null,
          locale: 'de' as const,
          stars: 5 as const,
          found: null,
          text: '',
        })),
      )
      .execute();
    const response = await send({ text: 'Ein <b>langer</b> Text' });
    expect(response.statusCode).toBe(503);
    const page = documentOf(response);
    expect(page.querySelector('textarea')?.value).toBe('Ein <b>langer</b> Text');
    expect(await rows()).toHaveLength(5000);
  });

  it('is limited for each address', async () => {
    const address = { 'x-forwarded-for': '192.0.2.250' };
    const answers = [];
    for (let count = 0; count < 31; count += 1) answers.push(await send({ stars: '5' }, address));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(30).fill(200), 429]);
  });
});

describe('the report', () => {
  const feedback = (stars: 1 | 5 | null, found: 'yes' | 'no' | null, text: string, day = '2026-11-21') => ({
    ...ABOUT_DOG_TAX,
    id: crypto.randomUUID(),
    occasion: 'service' as const,
    locale: 'de' as const,
    day,
    stars,
    found,
    text,
  });

  it('adds up by service and occasion, with the texts', async () => {
    await storage.db
      .insertInto('feedback')
      .values([
        feedback(1, 'no', 'schlecht'),
        feedback(5, 'yes', ''),
        feedback(null, 'yes', 'gut'),
        feedback(1, 'no', 'davor', '2026-11-20'),
      ])
      .execute();
    const { totals, texts } = await readFeedbackReport(storage.db, { from: '2026-11-21', to: '2026-11-21' });
    expect(totals).toEqual([
      { leiKaId: DOG_TAX, occasion: 'service', count: 3, stars: 3, found: { yes: 2, partly: 0, no: 1 } },
    ]);
    expect(texts.map(({ text }) => text).sort()).toEqual(['gut', 'schlecht']);
  });

  it('has nothing older than a year', async () => {
    await storage.db
      .insertInto('feedback')
      .values([feedback(5, null, '', '2025-11-20'), feedback(5, null, '', '2025-11-21')])
      .execute();
    await eraseAll(storage, now(), expiredFeedback);
    expect((await rows()).map(({ day }) => day)).toEqual(['2025-11-21']);
  });
});
