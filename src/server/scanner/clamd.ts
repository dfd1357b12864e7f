import { connect as connectPlain, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect as connectByTls } from 'node:tls';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import type { Scanner, Verdict } from '#server/ports/scanner.ts';
import { inSpan } from '#server/tracing/spans.ts';

/** Maximum length of an answer, which is one line. */
const MAX_ANSWER_BYTES = 4096;
const STANDARD_PORT = 3310;
const PARTNER = 'scanner';
/** Limit of an answer to a ping, which a scanner gives at once, however many files it is checking. */
const PATIENCE_MS = 5000;

/**
 * Creates a scanner that uses the protocol of ClamAV's daemon (clamd, INSTREAM): one connection per file, the bytes
 * in pieces that start with their length, one line as the answer.
 * @param url `clamd://host:port`, or `clamds://host:port` over TLS
 * @param options.certificates PEM, to trust instead of the public ones
 * @param options.patienceMs longest time for the answer to a ping
 */
export function createClamd(
  url: string,
  options: { presence?: PartnerPresence; certificates?: string | undefined; patienceMs?: number } = {},
): Scanner {
  const { presence, patienceMs = PATIENCE_MS } = options;
  const { protocol, hostname, port } = new URL(url);
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || STANDARD_PORT) };
  const connect = (): Socket => {
    // They may be renewed.
    const { certificates: ca } = options;
    return protocol === 'clamds:' ? connectByTls({ ...address, ...(ca && { ca }) }) : connectPlain(address);
  };

  async function ping(): Promise<void> {
    const socket = connect();
    const timer = setTimeout(() => socket.destroy(), patienceMs);
    const heard = answerOf(socket);
    socket.write('zPING\0');
    const text = await heard;
    clearTimeout(timer);
    socket.destroy();
    if (text === 'PONG\0') return;
    const error = new PartnerUnavailable(PARTNER, 'does not say that it is there');
    presence?.noteFailure(PARTNER, error.message, 'probe');
    throw error;
  }

  const call = { name: `${PARTNER} INSTREAM`, kind: 'client', facts: { 'portal.partner': PARTNER } } as const;
  const scanner: Scanner = {
    ping,
    async scan(content, limitMs) {
      const socket = connect();
      // A file may take minutes; a scanner that hangs does not answer pings either.
      const watch = setInterval(() => ping().catch((error) => socket.destroy(error)), patienceMs);
      const timer = setTimeout(() => socket.destroy(new Error('took too long')), limitMs);
      const heard = answerOf(socket);
      let isSent = false;
      let broken: { cause: unknown } | null = null;
      const reading = content[Symbol.asyncIterator]();
      async function read(): Promise<Uint8Array | null> {
        try {
          const { value, done } = await reading.next();
          return done ? null : value;
        } catch (cause) {
          broken = { cause };
          socket.destroy();
          throw cause;
        }
      }
      async function* frames(): AsyncGenerator<Uint8Array> {
        try {
          yield Buffer.from('zINSTREAM\0');
          for (let bytes = await read(); bytes !== null; bytes = await read()) {
            if (bytes.length > 0) yield Buffer.concat([lengthOf(bytes.length), bytes]);
          }
          yield lengthOf(0);
          isSent = true;
        } finally {
          await reading.return?.();
        }
      }
      try {
        const sending = pipeline(Readable.from(frames(), { objectMode: false }), socket, { end: false });
        // The scanner may answer before it has received everything, and close the connection.
        const problem = sending.then(
          () => undefined,
          (error: unknown) => error,
        );
        const text = await heard;
        socket.destroy();
        const cause = await problem;
        if (broken !== null) throw (broken as { cause: unknown }).cause;
        const verdict = verdictOf(text, isSent, cause);
        presence?.noteAnswer(PARTNER);
        return verdict;
      } catch (error) {
        if (error instanceof PartnerUnavailable && error.partner === PARTNER)
          presence?.noteFailure(PARTNER, error.message, 'probe');
        throw error;
      } finally {
        clearInterval(watch);
        clearTimeout(timer);
        socket.destroy();
      }
    },
  };
  return { ping, scan: (content, limitMs) => inSpan(call, () => scanner.scan(content, limitMs)) };
}

const lengthOf = (length: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
};

/** Returns its answer until the end of the line or of the connection; '' when there is none. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.includes('\0') || text.length > MAX_ANSWER_BYTES) resolve(text);
    });
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
}

function verdictOf(answer: string, isSent: boolean, cause: unknown): Verdict {
  const [line = ''] = answer.split('\0');
  if (line === 'stream: OK' && isSent && answer.includes('\0')) return { kind: 'clean' };
  const found = /^stream: (.+) FOUND$/.exec(line);
  if (found) return { kind: 'infected', signature: found[1]! };
  if (line === 'INSTREAM size limit exceeded. ERROR') return { kind: 'uncheckable' };
  const reason = line === '' ? 'did not answer' : 'answered what it should not';
  throw new PartnerUnavailable(PARTNER, reason, { cause });
}
