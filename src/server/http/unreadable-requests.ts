import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance, FastifyServerOptions } from 'fastify';
import { ProblemError } from '#server/problem-error.ts';
import { isPageAddress } from './pages/page-address.ts';
import { PROBLEM_TYPE, problemDetails } from './problem-details.ts';

/** Time for a caller to read the answer, which is the last on its connection. */
const PATIENCE_MS = 5000;

type Options = {
  /** Headers that every answer has. */
  headers: () => Record<string, string>;
  /** The page for people whose request for the page at this path is too long. */
  pageOf: (path: string) => string;
};

type UnreadableRequests = {
  answer: NonNullable<FastifyServerOptions['clientErrorHandler']>;
  /** Watches for connections in the middle of an answer. */
  watch: (app: FastifyInstance) => void;
};

/**
 * Answers requests that Node cannot read, so that neither routes nor hooks see them: with problem details, or with a
 * page, if a person has visibly opened one. A caller that was too slow gets the status alone.
 */
export function unreadableRequests({ headers, pageOf }: Options): UnreadableRequests {
  const answers = new WeakMap<Socket, ServerResponse>();
  const isAnswering = (socket: Socket): boolean => {
    const answer = answers.get(socket);
    return answer?.headersSent === true && !answer.writableFinished;
  };

  function answerTo(error: ConnectionError): string {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return written(408, headers(), '');
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const problem = new ProblemError(isTooLarge ? 'request-too-large' : 'input-invalid');
    const path = isTooLarge ? pathOfPage(error) : null;
    const [type, body] =
      path === null ? [PROBLEM_TYPE, JSON.stringify(problemDetails(problem))] : ['text/html', pageOf(path)];
    return written(problem.status, { ...headers(), 'content-type': `${type}; charset=utf-8` }, body);
  }

  return {
    watch: (app) =>
      void app.server.on('request', (request, response) => answers.set(request.socket, response)),
    answer: (error, socket) => {
      // Further unreadable bytes on a connection that has its last answer.
      if (socket.writableEnded) return;
      // In the middle of an answer, another one would become a part of it.
      if (!socket.writable || isAnswering(socket)) return void socket.destroy();
      socket.setTimeout(PATIENCE_MS, () => socket.destroy());
      socket.end(answerTo(error), () => socket.destroy());
    },
  };
}

/** Method and path at the start of the unreadable bytes, unless they came in several parts. */
const OPENED = /^GET (\/[^ ?]*)/;
const OPENED_BYTES = 100;

/** Returns the path of a request for a page, as far as it is needed. */
function pathOfPage({ rawPacket }: ConnectionError): string | null {
  // Fastify's type shows the JSON form of these bytes.
  const bytes = Buffer.from(rawPacket as unknown as Uint8Array);
  const [, path = null] = OPENED.exec(bytes.toString('latin1', 0, OPENED_BYTES)) ?? [];
  return path !== null && isPageAddress(path) ? path : null;
}

function written(status: number, headers: Record<string, string>, body: string): string {
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
