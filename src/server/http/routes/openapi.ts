import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { docsPage, docsStyle } from './docs-page.ts';
import { openApiDocument } from './openapi-document.ts';

/** Serves the contract as a document for machines and as a page for people, unless the installation keeps it closed. */
export function openApiRoutes(app: FastifyInstance, context: Pick<ServerContext, 'config' | 'build'>): void {
  if (context.config.API_DOCS === 'off') return;
  const document = openApiDocument(context.build.version, context.config.PUBLIC_URL);
  const page = docsPage(document);
  app.get('/api/openapi.json', async () => document);
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get('/api/docs/style.css', async (_request, reply) => reply.type('text/css').send(docsStyle));
}
