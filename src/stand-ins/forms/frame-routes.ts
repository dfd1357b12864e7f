import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { locales } from '#domain/locale.ts';
import type { Case, Cases } from './cases.ts';
import { pageOf } from './definition.ts';
import { type Outcome, step, takeStep } from './filling.ts';
import { elsewherePage, framePage, nestedPage } from './frame-page.ts';
import type { Mistakes } from './mistakes.ts';
import { drawPage } from './render.ts';
import { typeOf } from './uploads.ts';
import { WORDS } from './words.ts';

const redeemed = z.object({ token: z.string().max(200) });
const uploaded = z.object({ path: z.string(), name: z.string().min(1).max(255), locale: z.enum(locales) });
const LARGEST_BODY = 6 * 1024 ** 2;

/** The page in the frame, and its calls. Its session is a secret in its memory: browsers block cookies of frames. */
export async function registerFrame(
  app: FastifyInstance,
  options: { cases: Cases; mistakes: Mistakes; now: () => Date; otherOrigin: (() => string) | null },
): Promise<void> {
  const { cases, mistakes, now, otherOrigin } = options;

  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: LARGEST_BODY },
    (_request, body, done) => done(null, body),
  );

  registerAssets(app);
  app.get('/frame', async (_request, reply) => {
    const astray = otherOrigin && mistakes.take('otherOrigin');
    if (!astray) return sendFrame(reply, { portals: cases.portals(), nested: null });
    if (astray.how !== 'nested') return reply.redirect(`${otherOrigin()}/frame`);
    return sendFrame(reply, { portals: cases.portals(), nested: otherOrigin() });
  });

  const secondsLeft = (one: Case) => Math.max(0, (one.expires - now().getTime()) / 1000);
  const stands = (one: Case) => ({
    revision: one.revision,
    page: one.page,
    title: pageOf(one.form, one.page)?.title[one.locale],
    secondsLeft: secondsLeft(one),
  });
  const shown = (one: Case, { outcome, faults, focus }: Outcome) => {
    const page = pageOf(one.form, one.page);
    const html = page && outcome !== 'saved' ? drawPage(one, page, faults, now()).text : null;
    const words = outcome === 'complete' ? WORDS.complete[one.locale] : null;
    return { ...stands(one), outcome, focus, html, words, isChecked: faults.length > 0 };
  };

  app.post('/frame/redeem', async (request, reply) => {
    const { token = '' } = redeemed.safeParse(request.body).data ?? {};
    const session = cases.redeem(token);
    if (!session.of) return reply.code(410).send({ error: 'lost', caseId: session.caseId });
    const { of: one, secret } = session;
    const plays = (['doubleComplete', 'flood', 'navigatesAway', 'silent'] as const).filter((kind) =>
      mistakes.take(kind),
    );
    return {
      session: secret,
      caseId: one.caseId,
      portal: one.portal,
      locale: one.locale,
      plays,
      elsewhere: otherOrigin?.() ?? null,
      formTitle: one.form.title,
      ...shown(one, { outcome: 'shown', faults: [], focus: null }),
    };
  });

  app.register(async (own) => {
    const caseOf = (request: FastifyRequest): Case | null =>
      cases.bySession(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');

    own.addHook('onRequest', async (request, reply) => {
      if (mistakes.take('cannotSave')) return reply.code(503).send({ error: 'unavailable' });
      if (!caseOf(request)) return reply.code(410).send({ error: 'lost' });
    });

    own.get('/frame/session', async (request) => stands(caseOf(request) as Case));

    own.post('/frame/step', async (request, reply) => {
      const one = caseOf(request) as Case;
      const asked = step.safeParse(request.body).data;
      const before = one.revision;
      const outcome = asked && takeStep(one, asked, now());
      if (!outcome) return reply.code(400).send({ error: 'not-accepted' });
      // A change of language alone is no input.
      if (asked.action !== 'show' || one.revision > before) cases.touch(one);
      return shown(one, outcome);
    });

    own.post('/frame/files', { bodyLimit: LARGEST_BODY }, async (request, reply) => {
      const one = caseOf(request) as Case;
      const asked = uploaded.safeParse(request.query).data;
      const question =
        asked && one.form.pages.flatMap((page) => page.questions).find(({ key }) => key === asked.path);
      const content = request.body;
      if (!asked || question?.type !== 'file' || !Buffer.isBuffer(content))
        return reply.code(400).send({ error: 'not-accepted' });
      const refuse = (words: keyof typeof WORDS) =>
        reply.code(422).send({ error: WORDS[words][asked.locale] });
      const present = one.files.filter((file) => file.path === asked.path);
      if (present.length >= question.maxFiles) return refuse('tooMany');
      if (content.length > question.maxBytes) return refuse('tooLarge');
      const type = typeOf(content);
      if (!type) return refuse('wrongType');
      const file = {
        id: randomUUID(),
        path: asked.path,
        label: question.label,
        name: asked.name,
        size: content.length,
        type,
        sha256: createHash('sha256').update(content).digest('hex'),
      };
      cases.keepBytes(file.id, content);
      changed(one, [...one.files, file]);
      return stands(one);
    });

    own.delete<{ Params: { id: string } }>('/frame/files/:id', async (request) => {
      const one = caseOf(request) as Case;
      const { id } = request.params;
      const left = one.files.filter((file) => file.id !== id);
      cases.dropBytes(id);
      if (left.length < one.files.length) changed(one, left);
      return stands(one);
    });
  });

  function changed(one: Case, files: Case['files']): void {
    one.files = files;
    one.revision += 1;
    one.isPassed = false;
    cases.touch(one);
  }
}

/** Sends the page of the frame, which only portals may show in their pages. */
function sendFrame(
  reply: FastifyReply,
  shown: { portals: readonly string[]; nested: string | null },
): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${shown.nested ?? "'none'"}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${shown.portals.join(' ') || "'none'"}`,
  ].join('; ');
  return reply
    .header('Content-Security-Policy', policy)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(framePage(shown).text);
}

const MODULES: ReadonlyMap<string, URL> = new Map(
  [
    new URL('./frame/main.ts', import.meta.url),
    new URL('./frame/calls.ts', import.meta.url),
    new URL('./frame/lost.ts', import.meta.url),
    new URL('./frame/nested.ts', import.meta.url),
    new URL('./frame/page.ts', import.meta.url),
    new URL('./frame/plays.ts', import.meta.url),
    new URL('./frame/portal.ts', import.meta.url),
    new URL('./frame/run.ts', import.meta.url),
    new URL('./frame/saving.ts', import.meta.url),
    new URL('./frame/session.ts', import.meta.url),
    new URL('./frame/words.ts', import.meta.url),
  ].map((address) => [path.basename(address.pathname), address]),
);

/** Two pages of another origin within the frame's: one speaks to the portal as if it were the frame, one does not. */
export function registerNested(app: FastifyInstance): void {
  app.get('/nested', (_request, reply) =>
    reply
      .header('Content-Security-Policy', "default-src 'none'; script-src 'self'")
      .type('text/html; charset=utf-8')
      .send(nestedPage().text),
  );
  app.get('/elsewhere', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(elsewherePage().text),
  );
}

/** Serves style and scripts of the frame; the scripts without their types. */
function registerAssets(app: FastifyInstance): void {
  app.get('/frame.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(new URL('./frame/frame.css', import.meta.url))),
  );
  app.get<{ Params: { name: string } }>('/frame/scripts/:name', async (request, reply) => {
    const address = MODULES.get(request.params.name);
    if (!address) return reply.code(404).send();
    const { transformWithOxc } = await import('vite');
    const { code } = await transformWithOxc(await readFile(address, 'utf8'), request.params.name);
    return reply.type('text/javascript; charset=utf-8').send(code);
  });
}
