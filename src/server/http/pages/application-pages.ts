import type { FastifyInstance, FastifyRequest } from 'fastify';
import { localeOfPath, type Screen, screenOfPath } from '#contract/pages.ts';
import type { ProcessView } from '#contract/process.ts';
import type { RenderedPage } from '#contract/rendering.ts';
import type { Locale } from '#domain/locale.ts';
import { searchByRegionalKey } from '#server/content/places/places.ts';
import type { ServerContext } from '#server/context.ts';
import { htmlDocument, pageData } from '#server/html/html-document.ts';
import { maintenanceNote } from '#server/html/maintenance-note.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { ProblemError } from '#server/problem-error.ts';
import type { CallTurns } from '../security/call-turns.ts';
import { mayInspect } from '../security/may-inspect.ts';
import { hasSessionCookie } from '../security/session.ts';
import { firstReadsOf } from './first-reads.ts';
import { pageSettings } from './page-settings.ts';
import { PLACE_COOKIE } from './place-cookie.ts';
import type { RenderLimit } from './render-limit.ts';
import { type Subject, withoutScript } from './without-script.ts';

/** Most pages rendered at once. Beyond this, and while other calls wait for their turn, browsers render the pages. */
const MAX_AT_ONCE = 8;

/**
 * Renders the form of an application in progress: people wait for this page and work on it longest. The server
 * renders its first state for the session of the request, and the script takes over. All other pages of the
 * application are rendered by their script.
 * @returns a function that makes the HTML of a request; never store it, it contains a person's answers
 */
export function applicationPages(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles,
  assertMayRender: RenderLimit,
  callTurns: CallTurns,
): (request: FastifyRequest) => Promise<string> {
  const withoutScriptOf = withoutScript(app, context, files, assertMayRender);
  let underWay = 0;
  const mayRender = () => underWay < MAX_AT_ONCE && !callTurns.isBusy();
  const rendered = async (request: FastifyRequest) => {
    underWay += 1;
    try {
      await assertMayRender(request);
      return await renderForm(app, context, files, request);
    } catch (error) {
      // After too many renderings, the caller gets the page that its script renders.
      if (error instanceof ProblemError) return null;
      throw error;
    } finally {
      underWay -= 1;
    }
  };
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://portal.invalid');
    const screen = screenOfPath(pathname);
    const locale = localeOfPage(request.url);
    const id = searchParams.get('id');
    const page =
      screen === 'process' && id !== null && hasSessionCookie(request) && mayRender()
        ? await rendered(request)
        : null;
    const { theme } = context.content();
    return htmlDocument({
      locale,
      title: page?.title ?? theme.portal.portalName[locale],
      head: [
        '<meta name="robots" content="noindex">',
        ...headOf(files, { screen, locale, id, isRendered: page !== null }),
      ],
      styles: [files.css.application],
      theme,
      settings: pageSettings(context, await mayInspect(context, request)),
      script: `<script type="module" src="${files.bundles.application.script}"></script>`,
      buildId: files.buildId,
      before:
        maintenanceNote(context.interruptions.shown()) +
        (await withoutScriptOf(request, { screen, locale, id, subject: subjectOf(request, page, id) })),
      markup: page?.markup ?? '',
      after: `${files.icons}${page ? pageData({ answers: page.answers, place: null, hash: '' }, page.texts) : ''}`,
    });
  };
}

/** The redirect landing has one path for both languages. */
export function localeOfPage(url: string): Locale {
  const { pathname, searchParams } = new URL(url, 'http://portal.invalid');
  const isEnglish = screenOfPath(pathname) === 'redirect' && searchParams.get('lang') === 'en';
  return isEnglish ? 'en' : localeOfPath(pathname);
}

/** Finds the service that a page is about: from its address, or from the application that it shows. */
function subjectOf(request: FastifyRequest, page: RenderedPage | null, id: string | null): Subject | null {
  const { searchParams } = new URL(request.url, 'http://portal.invalid');
  const leiKaId = searchParams.get('leiKaId');
  if (leiKaId !== null) {
    const area = searchParams.get('area') ?? request.cookies[PLACE_COOKIE] ?? '';
    return { leiKaId, area: /^\d{2,12}$/.test(area) ? area : null };
  }
  const read = Object.entries(page?.answers ?? {}).find(([address]) =>
    address.startsWith(`/api/process/${id}?`),
  );
  const shown = read?.[1].body as ProcessView | undefined;
  return shown ? { leiKaId: shown.metadata.leiKaId, area: shown.area.key } : null;
}

/** A rendering error does not break the page: its script renders it as well. */
async function renderForm(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles,
  request: FastifyRequest,
): Promise<RenderedPage | null> {
  const content = context.content();
  const [place = null] = searchByRegionalKey(content, request.cookies[PLACE_COOKIE] ?? '');
  const read = async (address: string) => {
    const { statusCode, body } = await app.inject({
      method: 'GET',
      url: address,
      headers: { cookie: request.headers.cookie ?? '' },
      remoteAddress: request.caller,
    });
    return { status: statusCode, body };
  };
  try {
    return await files.renderer.renderApplication({
      href: request.url,
      place,
      // Everybody who may see the page gets the same.
      settings: pageSettings(context, false),
      read,
    });
  } catch (err) {
    context.log.warn({ err }, 'a form could not be rendered');
    return null;
  }
}

type Page = { screen: Screen; locale: Locale; id: string | null; isRendered: boolean };

/**
 * Chunks, texts and reads that a screen needs immediately, so that they load while the first code is fetched. A
 * rendered page includes its texts and answers.
 */
function headOf(files: PageFiles, { screen, locale, id, isRendered }: Page): string[] {
  const { chunks } = files.bundles.application;
  const links = [...chunks, ...(files.screens[screen]?.[locale] ?? [])].flatMap((address) => {
    if (!address.endsWith('.json')) return `<link rel="modulepreload" href="${address}">`;
    return isRendered ? [] : `<link rel="preload" as="fetch" crossorigin="anonymous" href="${address}">`;
  });
  const reads = firstReadsOf(screen, locale, id).map(
    (address) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address}">`,
  );
  return isRendered ? links : [...links, ...reads];
}
