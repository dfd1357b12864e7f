import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { ProblemError } from '#server/problem-error.ts';

/** Prevents a picture that is opened directly from running or fetching anything. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serves logos, icon and picture of the theme, and no files that it does not name. */
export function themeRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: { version: string; file: string } }>(
    '/theme/:version/:file',
    async ({ params: { version, file } }, reply) => {
      const { theme } = context.content();
      // A page from before a change shows the present files, but nothing caches them under the old address.
      const isCurrent = theme.version.startsWith(version);
      reply
        .header('content-security-policy', POLICY)
        .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (Object.hasOwn(theme.files, file)) {
        return reply.type('image/svg+xml; charset=utf-8').send(theme.files[file]);
      }
      if (theme.sharePicture?.name !== file) throw new ProblemError('not-found');
      return reply.type('image/png').send(Buffer.from(theme.sharePicture.bytes));
    },
  );
}
