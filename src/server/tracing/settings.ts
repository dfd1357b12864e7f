/** Ways to choose what is traced, by OpenTelemetry's names (`OTEL_TRACES_SAMPLER`). */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplers)[number];

type Switch = {
  OTEL_SDK_DISABLED?: boolean | undefined;
  OTEL_TRACES_EXPORTER?: 'otlp' | 'none' | undefined;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
};

/** Returns the address to which traces are sent; null where there are none (the switch). */
export function tracesUrl(config: Switch): string | null {
  if (config.OTEL_SDK_DISABLED || config.OTEL_TRACES_EXPORTER === 'none') return null;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (whole !== undefined) return whole;
  return endpoint === undefined ? null : `${endpoint.replace(/\/$/, '')}/v1/traces`;
}
