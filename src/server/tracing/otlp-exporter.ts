import { AsyncLocalStorage } from 'node:async_hooks';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { isHTTPError } from 'ky';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { createPartnerClient } from '#server/partners/partner-client.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';

const PARTNER = 'trace collector';
/** A collector that has taken everything answers with nothing, otherwise with a sentence. */
const MOST_ANSWER_BYTES = 64 * 1024;
const TRIES = 3;
const PAUSE_MS = 1_000;
/** Statuses with which a collector asks for another try (OTLP/HTTP, "Failures"). */
const PASSING = [429, 502, 503, 504];

export type OtlpOptions = {
  /** The whole address. */
  url: string;
  /** Reads the headers for each call, because they are renewed while the server runs. */
  headers: () => Record<string, string>;
  /** Limit of one try. */
  timeoutMs: number;
  presence?: PartnerPresence | undefined;
  /** Pause before the second try; twice as long before the third. */
  pauseMs?: number;
  /** Ends calls in progress. */
  signal?: AbortSignal;
};

/** Longest time of an export with all its tries, in milliseconds. */
export const longestExportMs = ({ timeoutMs, pauseMs = PAUSE_MS }: OtlpOptions): number =>
  TRIES * timeoutMs + 3 * TRIES * pauseMs;

/**
 * Returns what sends spans to a collector by OTLP/HTTP, over the one way to call a partner. An answer of another status
 * than success is an absence of the collector, too, because the traces are lost.
 */
export function createOtlpExporter(options: OtlpOptions): SpanExporter {
  const { presence } = options;
  // Spans are sent while any request ends: its id, its turn and its own span are not those of this call.
  const outside = AsyncLocalStorage.snapshot();
  const post = createPost(options);

  async function send(spans: ReadableSpan[]): Promise<ExportResult> {
    try {
      await outside(post, ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array());
      presence?.noteAnswer(PARTNER);
      return { code: ExportResultCode.SUCCESS };
    } catch (error) {
      if (!options.signal?.aborted) presence?.noteFailure(PARTNER, reasonOf(error));
      return { code: ExportResultCode.FAILED, error: new Error(reasonOf(error)) };
    }
  }
  return {
    export: (spans, done) => void send(spans).then(done),
    shutdown: async () => {},
  };
}

/**
 * Asks the collector whether it takes spans of ours, with none.
 * @throws PartnerUnavailable
 */
export async function askCollector(options: OtlpOptions): Promise<void> {
  try {
    await createPost(options, 1)(new Uint8Array());
  } catch (error) {
    throw new PartnerUnavailable(PARTNER, reasonOf(error), { cause: error });
  }
}

function createPost(options: OtlpOptions, tries = TRIES): (body: Uint8Array) => Promise<unknown> {
  const { url, headers, timeoutMs, pauseMs = PAUSE_MS, signal } = options;
  const client = createPartnerClient(
    { partner: PARTNER, timeoutMs, mostBytes: MOST_ANSWER_BYTES },
    {
      throwHttpErrors: true,
      retry: {
        limit: tries - 1,
        methods: ['post'],
        statusCodes: PASSING,
        afterStatusCodes: [429, 503],
        maxRetryAfter: 3 * pauseMs,
        delay: (attempt) => pauseMs * 2 ** (attempt - 1),
        shouldRetry: ({ error }) => error instanceof PartnerUnavailable || undefined,
      },
    },
  );
  return (body) =>
    client.post(url, {
      body: Buffer.from(body),
      headers: { ...headers(), 'content-type': 'application/x-protobuf' },
      ...(signal && { signal }),
    });
}

/** Returns a reason in our own words: a collector's may repeat what was sent. */
function reasonOf(error: unknown): string {
  if (isHTTPError(error)) return `answered ${error.response.status}`;
  return error instanceof PartnerUnavailable
    ? error.message.replace(`${PARTNER}: `, '')
    : 'the request failed';
}
