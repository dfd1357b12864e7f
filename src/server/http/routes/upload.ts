import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { TakenFile } from '#contract/process.ts';
import type { ServerContext } from '#server/context.ts';
import { takeUpload } from '#server/use-cases/upload-file.ts';
import { uploadHandIn } from '#server/use-cases/upload-hand-in.ts';
import type { UploadTurns } from '../security/upload-turns.ts';
import { serveSession } from './route.ts';

/** Serves uploads. They are bare bytes, which no body parser may touch, so they have a scope of their own. */
export function uploadRoutes(app: FastifyInstance, context: ServerContext, turns: UploadTurns): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: unknown, payload: unknown) => payload);
  const options = { limited: true, status: 201, anyText: true } as const;
  serveSession(app, context, calls.uploadFile, options, ({ session, params, query, ...http }) =>
    received(turns, http, (body) => takeUpload(context, session, params.id, { ...query, ...body })),
  );
  serveSession(app, context, calls.uploadHandIn, options, ({ session, params, query, ...http }) =>
    received(turns, http, (body) => uploadHandIn(context, session, params.id, { ...query, ...body })),
  );
}

type Body = { size: number | null; caller: string; content: AsyncIterable<Uint8Array> };

/** Receives the bytes of a request when it is the sender's turn. */
async function received(
  turns: UploadTurns,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  take: (body: Body) => Promise<TakenFile>,
): Promise<TakenFile> {
  // A request without a body has no stream either.
  const body = (request.body as Readable | undefined) ?? Readable.from([]);
  try {
    let received = 0;
    const counted = async function* () {
      for await (const piece of body.iterator({ destroyOnReturn: false })) {
        received += piece.length;
        yield piece as Uint8Array;
      }
    };
    const announced = Number(request.headers['content-length']);
    const size = Number.isSafeInteger(announced) ? announced : null;
    const { caller } = request;
    return await turns.take(
      caller,
      () => received,
      () => take({ size, caller, content: counted() }),
    );
  } catch (error) {
    if (!(await drained(body))) reply.header('connection', 'close');
    throw error;
  }
}

const DRAIN_BYTES = 64 * 1024 * 1024;

/**
 * Reads the rest of a refused upload. A browser that is still sending does not see the answer, and its next request
 * would wait behind the rest.
 * @returns false when the rest is too large, or the sender is gone
 */
async function drained(body: Readable): Promise<boolean> {
  let left = DRAIN_BYTES;
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      left -= (piece as Uint8Array).length;
      if (left < 0) return false;
    }
    return true;
  } catch {
    return false;
  }
}
