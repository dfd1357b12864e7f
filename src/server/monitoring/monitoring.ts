import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationRefused } from '#server/config/config.ts';
import type { Readiness } from './readiness.ts';

export type Monitoring = {
  /** Where it answers. */
  address: string;
  stop(): Promise<void>;
};

/** Time for which an answer with metrics counts for all who ask: nobody can keep the process busy by asking. */
const REMEMBERED_MS = 500;

/** Seconds after which it is worth asking again. */
const LOOK_AGAIN_SECONDS = 2;

/** Longest time of a question. */
const PATIENCE_MS = 10_000;

/**
 * Answers those who watch this process, on a port that people do not reach: `/live` while it runs at all, `/ready` while
 * it can serve people, and `/metrics` for Prometheus.
 * @param metrics returns the metrics in the text format of Prometheus; absent until the start is over
 * @throws ConfigurationRefused when the port is taken
 */
export async function startMonitoring(
  at: { port: number; host: string },
  {
    readiness,
    metrics,
    now = () => performance.now(),
  }: {
    readiness: Readiness;
    metrics: () => Promise<{ type: string; text: string }> | null;
    now?: () => number;
  },
): Promise<Monitoring> {
  const current = remembered(metrics, now);
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/live': async (response) => send(response, 200, { live: true }),
    '/ready': async (response) => {
      const missing = await readiness.missing();
      const ready = Object.keys(missing).length === 0;
      send(response, ready ? 200 : 503, { ready, missing });
    },
    '/metrics': async (response) => {
      const asked = current();
      if (asked === null) return send(response, 503, { error: 'the process is starting' });
      const { type, text } = await asked;
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    },
  };
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const answer = request.method === 'GET' || request.method === 'HEAD' ? answers[path] : undefined;
    if (answer === undefined) return send(response, 404, { paths: Object.keys(answers) });
    answer(response).catch(() => send(response, 500, { error: 'not known now' }));
  });
  server.requestTimeout = PATIENCE_MS;
  try {
    server.listen(at);
    await once(server, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ConfigurationRefused(
      `The server cannot be watched at port ${at.port} of ${at.host} (MONITORING_PORT, MONITORING_HOST): ${code}.`,
      { cause: error },
    );
  }
  const { address, port, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the last answer for a moment, and to all who ask while it is under way. */
function remembered<T>(ask: () => Promise<T> | null, now: () => number): () => Promise<T> | null {
  let last: { until: number; answer: Promise<T> } | null = null;
  return () => {
    if (last !== null && now() < last.until) return last.answer;
    const answer = ask();
    if (answer === null) return null;
    const entry = { until: Number.POSITIVE_INFINITY, answer };
    last = entry;
    const end = () => {
      entry.until = now() + REMEMBERED_MS;
    };
    answer.then(end, end);
    return answer;
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return void response.end();
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(status >= 500 && { 'retry-after': String(LOOK_AGAIN_SECONDS) }),
    })
    .end(`${JSON.stringify(body)}\n`);
}
