import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { type ProblemCode, problemStatus } from '#domain/problem.ts';
import de from '#locales/de/errors.json' with { type: 'json' };
import waitingDe from '#locales/de/waiting.json' with { type: 'json' };
import en from '#locales/en/errors.json' with { type: 'json' };
import waitingEn from '#locales/en/waiting.json' with { type: 'json' };
import { ProblemError } from '#server/problem-error.ts';
import { sayWhenToComeBack } from '../come-back.ts';
import { answerProblems } from '../problems.ts';
import { waitingPages } from './waiting-page.ts';

/** Every problem after which it makes sense to come back. */
const passing = (Object.keys(problemStatus) as ProblemCode[]).filter((code) =>
  [429, 500, 503].includes(problemStatus[code]),
);
const name = { de: 'Serviceportal', en: 'Service portal' };
const theme = {
  css: '',
  bands: { light: '#000', dark: '#000' },
  portal: { portalName: name, headerTitle: name, stateName: name, favicon: '', headerLogo: { src: '' } },
};

let app: FastifyInstance;
afterEach(() => app?.close());

/** A server that answers every request with this problem, in the browser's way unless told otherwise. */
function answering(code: ProblemCode) {
  app = Fastify();
  void app.register(cookie);
  sayWhenToComeBack(app);
  answerProblems(
    app,
    waitingPages({ content: () => ({ theme }), interruptions: { shown: () => [] } } as never, null),
  );
  app.all('/*', async () => {
    throw new ProblemError(code);
  });
  return async (
    url: string,
    { method = 'GET', accept = 'text/html,*/*;q=0.8', ...headers }: Record<string, string> = {},
  ) => app.inject({ url, method: method as 'GET', headers: { accept, ...headers } });
}

it.each(passing)('%s is a problem for programs, and a page for people in their language', async (code) => {
  const ask = answering(code);
  const call = await ask('/api/process', { accept: 'application/json' });
  expect(call.headers['content-type']).toContain('application/problem+json');
  expect(call.json()).toMatchObject({ code, status: problemStatus[code] });
  const pages = {
    de: await ask('/leistung/1'),
    en: await ask('/en/service/1'),
    'de of an address without language': await ask('/api/auth/return', { cookie: 'locale=de' }),
    'en of an address without language': await ask('/', { cookie: 'locale=en' }),
  };
  for (const answer of [call, ...Object.values(pages)]) {
    expect(answer.statusCode).toBe(problemStatus[code]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  for (const [language, { body }] of Object.entries(pages)) {
    const [its, other] = language.startsWith('de') ? [de, en] : [en, de];
    expect(body).toContain(`<html lang="${language.slice(0, 2)}"`);
    expect(body).toContain(its.code[code]);
    expect(body).not.toContain(other.code[code]);
    expect(body).toMatch(/<h1 class="sp-page-heading">[^<]+<\/h1>/);
    expect(body).toContain(`${its.reload}</span></a>`);
  }
});

it('a page has both languages where nobody knows which one is read', async () => {
  for (const url of ['/', '/api/auth/saml2/acs']) {
    const { body } = await answering('database-unavailable')(url);
    expect(body).toContain('<html lang="de"');
    expect(body).toContain(de.title['database-unavailable']);
    expect(body).toMatch(
      new RegExp(`<div [^>]*lang="en"[^>]*>\\s*<h2[^>]*>${en.title['database-unavailable']}</h2>`),
    );
    expect(body).toContain(en.code['database-unavailable']);
    expect(body).toContain(`${en.reload}</span></a>`);
    await app.close();
  }
});

it('who has sent something is told how to send it again, not led away from it', async () => {
  const { body } = await answering('overloaded')('/rueckmeldung', { method: 'POST' });
  expect(body).toContain(waitingDe.resend);
  expect(body).not.toContain(de.reload);
  expect(body).not.toContain(waitingEn.resend);
});

it('what is no matter of time has no page', async () => {
  const { headers } = await answering('not-found')('/api/process');
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['retry-after']).toBeUndefined();
});

it('a link to a document shows its screen, which says why it is not to be had', async () => {
  const link = '/api/process/00000000-0000-4000-8000-000000000000/file/receipt';
  expect((await answering('scanner-unavailable')(link)).statusCode).toBe(303);
  await app.close();
  expect((await answering('database-unavailable')(link)).statusCode).toBe(503);
});
