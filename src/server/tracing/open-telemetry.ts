import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import { createOtlpExporter, longestExportMs } from './otlp-exporter.ts';
import type { SamplerName } from './settings.ts';
import type { OpenSpan, SpanStart, Tracer } from './spans.ts';

/** Name of what makes the spans (instrumentation scope). */
const SCOPE = 'serviceportal';

export type TracerOptions = {
  /** The whole address of the collector. */
  url: string;
  headers: () => Record<string, string>;
  timeoutMs: number;
  sampler: SamplerName;
  /** Share of a sampler by ratio, 0 to 1. */
  ratio: number;
  /** Milliseconds for which spans are gathered. */
  delayMs: number;
  /** Spans that may wait; further ones are dropped. */
  mostWaiting: number;
  /** Facts about the installation, by OpenTelemetry's names. */
  resource: Record<string, string>;
  presence?: PartnerPresence | undefined;
  /** Pause before another try of an export. */
  pauseMs?: number;
};

/**
 * Returns a tracer by the SDK of OpenTelemetry, which sends to one collector. It registers nothing globally: spans are
 * begun where the code says so.
 */
export function createTracer(options: TracerOptions): Tracer {
  const { delayMs, mostWaiting } = options;
  const ending = new AbortController();
  const sending = { ...options, signal: ending.signal };
  const provider = new TracerProvider({
    sampler: samplerOf(options),
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.instance.id': randomUUID(), ...options.resource }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: createOtlpExporter(sending),
        scheduledDelayMillis: delayMs,
        maxQueueSize: mostWaiting,
        maxExportBatchSize: Math.min(512, mostWaiting),
        // The exporter ends by itself before; two would otherwise be in progress.
        exportTimeoutMillis: longestExportMs(sending) + 1_000,
      }),
    ],
  });
  const tracer = provider.getTracer(SCOPE);

  const opened = (start: SpanStart, context: Context, after: Context | null): OpenSpan => {
    const cause = after && trace.getSpanContext(after);
    const span = tracer.startSpan(
      start.name,
      {
        kind: kinds[start.kind],
        attributes: start.facts,
        ...(start.began !== undefined && { startTime: start.began }),
        ...(cause && { links: [{ context: cause }] }),
      },
      context,
    );
    return own(span, context);
  };
  const own = (span: Span, context: Context): OpenSpan => {
    const { traceId, spanId, traceFlags } = span.spanContext();
    const inside = trace.setSpan(context, span);
    const it: OpenSpan = {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      isRecorded: span.isRecording(),
      begin: (start) => (it.isRecorded ? opened(start, inside, null) : it),
      note: (facts) => void span.setAttributes(facts),
      end(fault) {
        if (!span.isRecording()) return;
        if (fault !== undefined)
          span.setAttribute('error.type', fault).setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
    return it;
  };
  return {
    begin: (start, { within, after } = {}) => opened(start, contextOf(within), contextOf(after)),
    async stop(ms) {
      const limit = pause(ms, undefined, { ref: false, signal: ending.signal }).catch(() => {});
      await Promise.race([provider.shutdown().catch(() => {}), limit]);
      ending.abort();
    },
  };
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

/** Returns the place in a trace that others have named; none where they have named none that is valid. */
function contextOf(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

function samplerOf({ sampler, ratio }: Pick<TracerOptions, 'sampler' | 'ratio'>): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[sampler.replace('parentbased_', '') as 'always_on' | 'always_off' | 'traceidratio']();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
