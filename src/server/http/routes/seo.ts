import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Content } from '#server/content/types.ts';
import type { ServerContext } from '#server/context.ts';
import { onceFor } from '#server/once-for.ts';
import { ProblemError } from '#server/problem-error.ts';
import { publicPages } from '#server/seo/public-page.ts';
import { robotsText } from '#server/seo/robots.ts';
import { sitemapFiles, sitemapIndex } from '#server/seo/sitemap.ts';

const CACHED_FOR_AN_HOUR = 'public, max-age=3600';

/** Serves robots.txt and the sitemap of all public pages for crawlers. */
export function seoRoutes(app: FastifyInstance, context: Pick<ServerContext, 'config' | 'content'>): void {
  const origin = context.config.PUBLIC_URL;
  const filesOf = onceFor((content: Content) => sitemapFiles(publicPages(content), origin));
  const files = () => filesOf(context.content());
  const sendXml = (reply: FastifyReply, xml: string) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', CACHED_FOR_AN_HOUR).send(xml);

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', CACHED_FOR_AN_HOUR)
      .send(robotsText(origin)),
  );

  app.get('/sitemap.xml', async (_request, reply) => {
    const [first = '', ...rest] = files();
    if (rest.length === 0) return sendXml(reply, first);
    return sendXml(reply, sitemapIndex(files().map((_, index) => `${origin}/sitemap/${index + 1}.xml`)));
  });

  app.get<{ Params: { file: string } }>('/sitemap/:file', async ({ params }, reply) => {
    const [, number = ''] = /^([1-9]\d{0,3})\.xml$/.exec(params.file) ?? [];
    const xml = files()[Number(number) - 1];
    if (xml === undefined) throw new ProblemError('not-found');
    return sendXml(reply, xml);
  });
}
