import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';

/** Shorter answers fit into one packet uncompressed. */
const WORTH_IT_BYTES = 1_200;
/** Large enough for nearly every answer in one piece. */
const CHUNK_BYTES = 64 * 1024;
/** Of eleven levels, the one that compresses as well as the best of gzip in a fraction of its time. */
const QUICK_QUALITY = 4;

export type Encoding = 'br' | 'gzip';

const negotiator = new Negotiator({ supportedValues: ['br', 'gzip'] satisfies Encoding[] });

const encoders = {
  br: (text: string | Buffer) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_QUALITY },
      chunkSize: CHUNK_BYTES,
    }),
  gzip: (text: string | Buffer) => promisify(gzip)(text, { chunkSize: CHUNK_BYTES }),
};
export const encode = (encoding: Encoding, text: string | Buffer): Promise<Buffer> =>
  encoders[encoding](text);

/** Returns the encoding that a client prefers by its `accept-encoding`, among equals the smaller; null for none. */
export const encodingFor = (accepted: string | undefined): Encoding | null =>
  negotiator.negotiate(accepted ?? '') as Encoding | null;

/** Compresses texts made for one request (answers of calls, page shells); files have compressed copies. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_IT_BYTES) return payload;
    reply.header('vary', 'accept-encoding');
    const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined);
    if (encoding === null) return payload;
    reply.header('content-encoding', encoding);
    reply.removeHeader('content-length');
    return encode(encoding, payload);
  });
}
