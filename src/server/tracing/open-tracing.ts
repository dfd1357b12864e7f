import type { Config } from '#server/config/config.ts';
import { readPairs } from '#server/config/pairs.ts';
import type { PartnerPresence } from '#server/partners/partner-presence.ts';
import { tracesUrl } from './settings.ts';
import type { Tracer } from './spans.ts';

/**
 * Returns the tracer of a process; null where traces are off, in which case the SDK is not loaded.
 * @param about.headers reads `OTEL_EXPORTER_OTLP_HEADERS` as it is now
 */
export async function openTracing(
  config: Config,
  about: { version: string; headers: () => string | undefined; presence: PartnerPresence },
): Promise<Tracer | null> {
  const url = tracesUrl(config);
  if (url === null) return null;
  const { createTracer } = await import('./open-telemetry.ts');
  const resource = readPairs(config.OTEL_RESOURCE_ATTRIBUTES ?? '') ?? {};
  return createTracer({
    url,
    headers: () => readPairs(about.headers() ?? '') ?? {},
    timeoutMs: config.OTEL_EXPORTER_OTLP_TIMEOUT,
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    delayMs: config.OTEL_BSP_SCHEDULE_DELAY,
    mostWaiting: config.OTEL_BSP_MAX_QUEUE_SIZE,
    resource: {
      'service.version': about.version,
      ...resource,
      'service.name': config.OTEL_SERVICE_NAME ?? resource['service.name'] ?? 'serviceportal',
    },
    presence: about.presence,
  });
}
