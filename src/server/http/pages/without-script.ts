import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { paths, type Screen } from '#contract/pages.ts';
import type { WithoutScriptRequest } from '#contract/rendering.ts';
import type { Locale } from '#domain/locale.ts';
import type { ServerContext } from '#server/context.ts';
import { escapeMarkup } from '#server/html/html.ts';
import type { PageFiles } from '#server/html/page-files.ts';
import { ProblemError } from '#server/problem-error.ts';
import { pageSettings } from './page-settings.ts';
import type { RenderLimit } from './render-limit.ts';

const MAX_KEPT = 500;
/** Replaces the id of an application in stored pages, which are the same for all applications. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The service and place of an application page, as far as known. */
export type Subject = { leiKaId: string; area: string | null };
type Page = { screen: Screen; locale: Locale; id: string | null; subject: Subject | null };

/** Makes the part of an application page that browsers without script show. */
export function withoutScript(
  app: FastifyInstance,
  context: ServerContext,
  files: PageFiles,
  assertMayRender: RenderLimit,
): (request: FastifyRequest, page: Page) => Promise<string> {
  const kept = new LRUCache<string, string>({ max: MAX_KEPT });
  const readFor =
    ({ ip }: FastifyRequest) =>
    async (address: string) => {
      const { statusCode, body } = await app.inject({ method: 'GET', url: address, remoteAddress: ip });
      return { status: statusCode, body };
    };
  return async (request, { screen, locale, id, subject }) => {
    const known = id !== null && UUID.test(id) ? id : null;
    const { version, theme } = context.content();
    const href = hrefOf(request.url, { screen, locale, id: known && ANY_ID, subject });
    const key = JSON.stringify([version, theme.version, href, locale, subject]);
    try {
      const present = kept.get(key);
      if (present === undefined) await assertMayRender(request);
      const markup =
        present ??
        (await files.renderer.renderWithoutScript({
          screen: screen as WithoutScriptRequest['screen'],
          href,
          locale,
          settings: pageSettings(context, false),
          service: subject,
          read: readFor(request),
        }));
      kept.set(key, markup);
      return `<noscript>${known ? markup.replaceAll(ANY_ID, known) : markup}</noscript>`;
    } catch (err) {
      if (!(err instanceof ProblemError))
        context.log.warn({ err }, 'the part of a page for browsers without script could not be rendered');
      return `<noscript><a href="/">${escapeMarkup(theme.portal.portalName[locale])}</a></noscript>`;
    }
  };
}

/** Returns the address of the page, without parameters that make no difference to it. */
function hrefOf(url: string, { screen, locale, id, subject }: Page): string {
  if (screen === 'redirect' || screen === 'handover') return url;
  const path = paths[screen][locale];
  if (id) return `${path}?${new URLSearchParams({ id })}`;
  if (screen !== 'process' || !subject) return path;
  const { leiKaId, area } = subject;
  return `${path}?${new URLSearchParams({ leiKaId, ...(area !== null && { area }) })}`;
}
