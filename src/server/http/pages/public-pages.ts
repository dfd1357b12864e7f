import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { localeOfPath } from '#contract/pages.ts';
import type { PageSettings } from '#contract/settings.ts';
import { DAY_SECONDS } from '#domain/days.ts';
import { mayCount } from '#server/analytics/may-count.ts';
import { countVisit, visitOf } from '#server/analytics/visit.ts';
import { visitorOf } from '#server/analytics/visitor.ts';
import { searchByRegionalKey } from '#server/content/places/places.ts';
import { resolvePlace } from '#server/content/places/resolve-place.ts';
import type { Content } from '#server/content/types.ts';
import type { ContentListener } from '#server/content-store/content-store.ts';
import type { ServerContext } from '#server/context.ts';
import { firstStyles } from '#server/html/first-styles.ts';
import { htmlDocument, laterStyles, pageData } from '#server/html/html-document.ts';
import { maintenanceNote } from '#server/html/maintenance-note.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { siteOf } from '#server/seo/site.ts';
import { encodingFor } from '../compress.ts';
import type { CallTurns } from '../security/call-turns.ts';
import { mayInspect } from '../security/may-inspect.ts';
import { isSecure } from '../security/session.ts';
import { keepLocale } from './locale-cookie.ts';
import { headOf } from './page-head.ts';
import { pageSettings } from './page-settings.ts';
import { type PagePart, pageStore, type StoredPage, storedPage } from './page-store.ts';
import { forgetPlace, keepPlace, PLACE_COOKIE } from './place-cookie.ts';
import type { RenderLimit } from './render-limit.ts';
import { withOneContent } from './with-one-content.ts';

/** Query parameters with a meaning for public pages. Any other would only multiply the pages. */
const MEANT: ReadonlySet<string> = new Set(['q', 'area', 'place', 'kind', 'page']);

type Place = { value: string; key: string };
type Send = (request: FastifyRequest, reply: FastifyReply, part: PagePart) => Promise<FastifyReply>;

/**
 * Sends public pages, rendered by the server and stored by page, language and place until content changes. Rendering
 * waits for its turn; stored pages are sent at once.
 */
export function publicPages(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles,
  assertMayRender: RenderLimit,
  callTurns: CallTurns,
): Send {
  const pageOf = pageStore();
  const firstStylesOf = firstStyles(files.css.rules);
  const scripts = [...files.bundles.public.chunks, files.bundles.public.script];
  const end = [
    laterStyles('rules', files.css.rules),
    laterStyles('fonts', files.css.webFonts),
    // In the page, so that it is requested before the page is laid out.
    `<link rel="modulepreload" href="${scripts[0]}">`,
    `<script type="module" data-later="${scripts.join(' ')}">${files.start}</script>`,
  ].join('');
  // A page begun with old content shows new content. If the old content returns, the page must not be reused.
  let taken = 0;
  const countContents: ContentListener = async () => () => {
    taken += 1;
  };
  context.contentListeners.add(countContents);
  app.addHook('onClose', async () => {
    context.contentListeners.delete(countContents);
  });

  /** Reads what a page needs on behalf of its requester, so that limits count it. */
  async function readFor({ ip }: FastifyRequest, address: string) {
    const { statusCode, body } = await app.inject({ method: 'GET', url: address, remoteAddress: ip });
    return { status: statusCode, body };
  }

  async function renderPage(
    content: Content,
    request: FastifyRequest,
    href: string,
    place: Place | null,
    { settings, note }: { settings: PageSettings; note: string },
  ): Promise<StoredPage> {
    const read = (address: string) => readFor(request, address);
    const hash = hashOf(context, files);
    const { theme } = content;
    const page = await files.renderer.render({ href, place, settings, read });
    const payload = { answers: page.answers, place, hash };
    const styles = firstStylesOf(note + page.markup);
    const visit = visitOf(content, page, pathOf(href));
    return storedPage(page.status, visit, styles.source, {
      payload: JSON.stringify(payload),
      html: htmlDocument({
        locale: page.locale,
        title: page.title,
        head: headOf({
          rendered: page,
          content,
          site: siteOf(theme, context.config.PUBLIC_URL, page.locale),
          href,
          place,
        }),
        styles: [styles.css, files.css.systemFonts],
        theme,
        settings,
        script: '',
        buildId: files.buildId,
        before: note,
        markup: page.markup,
        // After everything visible: a browser prepares for scripts when it meets the first.
        after: `${files.icons}${pageData(payload, page.texts)}${end}`,
      }),
    });
  }

  return async (request, reply, part) => {
    const { path, query, area, isNoPlace, hash } = pageAddress(request.url);
    const kept = isNoPlace ? '' : request.cookies[PLACE_COOKIE];
    const known = searchByRegionalKey(context.content(), area ?? kept ?? '')[0] ?? null;
    if (part === 'html' && isNoPlace) forgetPlace(reply);
    if (part === 'html' && area !== null && known) keepPlace(reply, known.key, isSecure(context));
    const meant = area === null ? placeOfText(context, query.get('place')) : null;
    if (part === 'html' && meant) {
      query.delete('place');
      query.set('area', meant.key);
      return reply.redirect(`${path}?${query}`, 303);
    }
    // For a payload, the browser names the chosen place; its page takes the place from the cookie.
    if (part === 'payload' && known) query.delete('area');
    const href = `${path}${query.size > 0 ? `?${query}` : ''}`;
    // Search texts are unlimited in number, and private: they are not stored.
    const inspects = await mayInspect(context, request);
    // What the page is kept by, and what it shows, are of one moment.
    const settings = pageSettings(context, inspects);
    const note = maintenanceNote(context.interruptions.shown());
    const told = context.interruptions.mark();
    const key = query.has('q')
      ? null
      : `${hashOf(context, files)} ${taken} ${inspects} ${told} ${known?.key ?? ''} ${href}`;
    const page = await pageOf(
      key,
      () =>
        callTurns.inTurn(request.caller, () =>
          withOneContent(context.content, (content) =>
            renderPage(content, request, href, known, { settings, note }),
          ),
        ),
      () => assertMayRender(request),
    );
    if (part === 'html' && page.status === 200) {
      keepLocale(request, reply, localeOfPath(path), isSecure(context));
    }
    if (request.method === 'GET' && mayCount(request.headers))
      countVisit(context.counts, page.visit, visitorOf(request, context.config.COUNTRY_HEADER));
    // With its hash a payload never changes, unless it depends on something that is not in the address.
    const isImmutable = part === 'payload' && hash === hashOf(context, files) && (area !== null || !known);
    return send(request, reply, page, part, isImmutable);
  };
}

/** Returns a hash that changes with build, content and theme. */
function hashOf(context: ServerContext, { buildId }: PageFiles): string {
  const { version, theme } = context.content();
  return createHash('sha256')
    .update(`${buildId} ${version} ${theme.version}`)
    .digest('base64url')
    .slice(0, 16);
}

const pathOf = (href: string): string => href.split('?')[0] ?? '/';

/** Finds the place of a text that can mean only one place. */
function placeOfText(context: ServerContext, text: string | null): Place | null {
  return text ? resolvePlace(context.content(), { place: text }).place : null;
}

type PageAddress = {
  path: string;
  query: URLSearchParams;
  area: string | null;
  /** Sending an empty place field means no place, not the previous one. */
  isNoPlace: boolean;
  /** Build and content for which a payload is requested, if any. */
  hash: string | null;
};

/** The address of the page itself, whether the request is for the page or its payload. */
function pageAddress(url: string): PageAddress {
  // Two leading slashes name a host: no address of this site may lead anybody to another.
  const { pathname, searchParams: query } = new URL(url.replace(/^[/\\]+/, '/'), 'http://portal.invalid');
  const plain = pathname
    .replace(/^\/+/, '/')
    .replace(/\/_payload\.json$/, '')
    .replace(/\/$/, '');
  const hash = query.get('hash');
  for (const name of [...query.keys()]) if (!MEANT.has(name)) query.delete(name);
  const isNoPlace = !query.has('area') && query.get('place')?.trim() === '';
  if (isNoPlace) query.delete('place');
  return { path: plain || '/', query, area: query.get('area'), isNoPlace, hash };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StoredPage,
  part: PagePart,
  isImmutable: boolean,
) {
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined);
  reply
    .code(page.status)
    .header('vary', isImmutable ? 'accept-encoding' : 'accept-encoding, cookie')
    .header(
      'cache-control',
      isImmutable ? `private, max-age=${DAY_SECONDS}, immutable` : 'private, no-cache',
    );
  if (part === 'html') {
    reply.ownStyles = page.ownStyles;
    reply
      .type('text/html; charset=utf-8')
      .header('etag', page.etag)
      // The page has nothing personal, and a separate window group would make a browser start a new process, which
      // takes time.
      .header('cross-origin-opener-policy', 'unsafe-none');
    if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  } else {
    reply.type('application/json; charset=utf-8');
  }
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(await page.body(part, encoding));
}
