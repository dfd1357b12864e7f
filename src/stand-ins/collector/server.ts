import Fastify from 'fastify';
import { createFaults, type Faults, registerFaults } from '#stand-ins/kit/faults.ts';
import { type ReceivedSpan, readTraceRequest } from './trace-request.ts';

export type CollectorStandIn = {
  /** Address without the path of traces (`OTEL_EXPORTER_OTLP_ENDPOINT`). */
  endpoint: string;
  /** Returns the spans that were taken, in the order of arrival. */
  spans(): ReceivedSpan[];
  /** Returns all bytes that came with a request, taken or not: its address, its head and its body. */
  bytes(): Buffer;
  /** Number of requests, taken or not. */
  requests(): number;
  /** Answers every request with this status from now on; null takes them. */
  refuse(status: number | null): void;
  /** Faults in answers to the portal. */
  faults: Faults;
  close(): Promise<void>;
};

const PATH = '/v1/traces';
const TYPE = 'application/x-protobuf';
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Starts a collector of OpenTelemetry on 127.0.0.1 that takes traces by OTLP/HTTP in Protobuf, and nothing else: another
 * type (415), another method or path (404), bytes that are no spans (400), or a missing token (401) are refused.
 * @param options.port 0 picks a free one
 * @param options.token expected as `Authorization: Bearer …`, where it is given
 * @param options.show takes each span instead of keeping it, and the bytes, in memory
 */
export async function startCollectorStandIn(options: {
  port: number;
  token?: string;
  show?: (span: ReceivedSpan) => void;
}): Promise<CollectorStandIn> {
  const faults = createFaults();
  const spans: ReceivedSpan[] = [];
  const received: Buffer[] = [];
  const keep = (span: ReceivedSpan) => void spans.push(span);
  let requests = 0;
  let refusal: number | null = null;
  const app = Fastify({ forceCloseConnections: true, bodyLimit: MOST_BYTES });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async ({ raw }) => {
    requests += 1;
    if (!options.show) received.push(Buffer.from([raw.url, ...raw.rawHeaders].join('\n')));
  });
  registerFaults(app, faults, ({ url }) => (url === PATH ? url : null));

  app.post(PATH, async ({ headers, body }, reply) => {
    if (options.token !== undefined && headers.authorization !== `Bearer ${options.token}`)
      return reply.code(401).send();
    const bytes = body instanceof Buffer ? body : Buffer.alloc(0);
    if (!options.show) received.push(bytes);
    if (refusal !== null) return reply.code(refusal).send();
    try {
      for (const span of readTraceRequest(bytes)) (options.show ?? keep)(span);
    } catch {
      return reply.code(400).send();
    }
    // An empty message: everything was taken.
    return reply.type(TYPE).send(Buffer.alloc(0));
  });

  const endpoint = new URL(await app.listen({ port: options.port, host: '127.0.0.1' })).origin;
  return {
    endpoint,
    spans: () => [...spans],
    bytes: () => Buffer.concat(received),
    requests: () => requests,
    refuse: (status) => {
      refusal = status;
    },
    faults,
    close: () => app.close(),
  };
}
