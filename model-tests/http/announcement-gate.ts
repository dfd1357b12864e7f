import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

type Verdict = 'pass' | 'refuse';

/** A proxy before the delivery service that holds every announcement of an application until instructed. */
export type AnnouncementGate = {
  /** Address that replaces the delivery service's submission address. */
  url: string;
  /** Resolves when the announcement of a message is held. */
  arrived(messageId: string): Promise<void>;
  /** Lets the held announcement pass, or answers it with a refusal that repeating does not overcome. */
  decide(messageId: string, verdict: Verdict): Promise<void>;
  close(): void;
};

type Held = { arrived: PromiseWithResolvers<void>; verdict: PromiseWithResolvers<Verdict> };

/** @param passing destination whose announcements are not held, e.g. the postbox */
export async function openGate(target: string, passing: string): Promise<AnnouncementGate> {
  const held = new Map<string, Held>();
  const place = (messageId: string): Held => {
    const known = held.get(messageId) ?? {
      arrived: Promise.withResolvers(),
      verdict: Promise.withResolvers(),
    };
    held.set(messageId, known);
    return known;
  };

  async function mayPass(request: IncomingMessage, body: string): Promise<boolean> {
    if (request.method !== 'POST' || !request.url?.endsWith('/v2/submissions')) return true;
    const { announcedAttachments, destinationId } = JSON.parse(body);
    if (destinationId === passing) return true;
    const messageId = String(announcedAttachments[0]);
    const { arrived, verdict } = place(messageId);
    arrived.resolve();
    const decision = await verdict.promise;
    held.delete(messageId);
    return decision === 'pass';
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (!(await mayPass(request, body.toString()))) {
      response.writeHead(422, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ title: 'refused by order', status: 422 }));
      return;
    }
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
    const answer = await fetch(`${new URL(target).origin}${request.url}`, {
      method: request.method,
      headers: { authorization, ...(body.length > 0 && { 'content-type': type }) },
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };

  return {
    url: `http://127.0.0.1:${port}${new URL(target).pathname}`,
    arrived: (messageId) => place(messageId).arrived.promise,
    decide: async (messageId, verdict) => place(messageId).verdict.resolve(verdict),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
