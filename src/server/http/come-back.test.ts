import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { sayWhenToComeBack } from './come-back.ts';

let app: FastifyInstance;
afterEach(() => app?.close());

it.each([
  [429, 60],
  [502, 15],
  [503, 15],
  [504, 15],
])(
  'an answer with %i says when to come back, and is stored nowhere, whoever wrote it',
  async (status, seconds) => {
    app = Fastify();
    sayWhenToComeBack(app);
    app.get('/', async (_request, reply) =>
      reply.code(status).header('cache-control', 'private, no-cache').send('later'),
    );
    app.get('/later', async (_request, reply) =>
      reply.code(status).header('retry-after', 3600).send('later'),
    );
    app.get('/there', async (_request, reply) => reply.header('cache-control', 'private').send('there'));
    expect((await app.inject('/')).headers).toMatchObject({
      'retry-after': String(seconds),
      'cache-control': 'no-store',
    });
    expect((await app.inject('/later')).headers['retry-after']).toBe('3600');
    const { headers } = await app.inject('/there');
    expect([headers['retry-after'], headers['cache-control']]).toEqual([undefined, 'private']);
  },
);
