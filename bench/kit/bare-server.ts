import Fastify from 'fastify';

/** The floor for measurements: a route that answers immediately, and a page without style or script. */
const app = Fastify({ bodyLimit: 1024 * 1024 });
app.put('/json', async () => ({ version: 1 }));
app.get('/page', async (_request, reply) =>
  reply
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="de"><title>Seite</title><main><label>Name <input id="first"></label></main></html>',
    ),
);
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
