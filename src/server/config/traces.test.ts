import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tracesUrl } from '#server/tracing/settings.ts';
import { withFiles } from './given.ts';
import { misspelt } from './misspelt.ts';
import { readPairs } from './pairs.ts';
import { unsafeInProduction } from './production.ts';
import { readEach } from './read-each.ts';
import { environment, type Variables } from './variables.ts';

const read = (given: Record<string, string>) => {
  const shape = Object.fromEntries(
    Object.entries(environment.shape).filter(([name]) => name.startsWith('OTEL_')),
  );
  const { values, faults } = readEach(shape, given);
  return { values: values as Partial<Variables>, faults };
};
const faultsOf = (given: Record<string, string>) =>
  read(given).faults.map(({ name, reason }) => `${name}: ${reason}`);
const ENDPOINT = 'https://collector.example:4318';

describe('traces are switched', () => {
  it.each<[string, Record<string, string>, string | null]>([
    ['off by default', {}, null],
    ['on by an address', { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT }, `${ENDPOINT}/v1/traces`],
    [
      'on by one with a path',
      { OTEL_EXPORTER_OTLP_ENDPOINT: `${ENDPOINT}/otlp/` },
      `${ENDPOINT}/otlp/v1/traces`,
    ],
    [
      'on by one of traces alone, which is whole',
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT,
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://tempo.example/in',
      },
      'https://tempo.example/in',
    ],
    ['off in spite of it', { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_SDK_DISABLED: 'true' }, null],
    [
      'off by another exporter',
      { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
      null,
    ],
  ])('%s', (_what, given, url) => {
    const { values, faults } = read(given);
    expect(faults).toEqual([]);
    expect(tracesUrl(values)).toBe(url);
  });
});

describe('variables of traces', () => {
  it('are those of the standard, with its defaults', () => {
    expect(read({}).values).toMatchObject({
      OTEL_EXPORTER_OTLP_TIMEOUT: 10_000,
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: 1,
      OTEL_BSP_SCHEDULE_DELAY: 5_000,
      OTEL_BSP_MAX_QUEUE_SIZE: 2_048,
    });
  });

  it('have lists of pairs, percent-encoded', () => {
    const { values, faults } = read({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db,x-tenant = one',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=K%C3%BCste,empty=',
    });
    expect(faults).toEqual([]);
    expect(readPairs(values.OTEL_EXPORTER_OTLP_HEADERS!)).toEqual({
      authorization: 'Bearer a=b',
      'x-tenant': 'one',
    });
    expect(readPairs(values.OTEL_RESOURCE_ATTRIBUTES!)).toEqual({
      'deployment.environment.name': 'Küste',
      empty: '',
    });
  });

  it.each<[string, string, string]>([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'only http/protobuf is spoken'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', 'an address such as https'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer abc', 'NAME=VALUE'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%0D%0Ab', 'NAME=VALUE'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%', 'NAME=VALUE'],
    ['OTEL_TRACES_SAMPLER', 'sometimes', 'one of always_on, always_off'],
    ['OTEL_TRACES_SAMPLER_ARG', '50', 'at most '],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '1000000', 'at most '],
    ['OTEL_TRACES_EXPORTER', 'zipkin', 'otlp or none'],
  ])('%s=%s is refused', (name, value, reason) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name}: .*${reason}`)]);
  });

  it('can have their secret in a file', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'headers-')), 'headers');
    writeFileSync(file, 'authorization=Bearer%20of-a-file\n');
    const { given, faults } = withFiles({ OTEL_EXPORTER_OTLP_HEADERS_FILE: file });
    expect(faults).toEqual([]);
    expect(read(given as Record<string, string>).values.OTEL_EXPORTER_OTLP_HEADERS).toBe(
      'authorization=Bearer%20of-a-file',
    );
  });
});

describe('in production', () => {
  const openTraces = (given: Record<string, string>) =>
    unsafeInProduction({}, read(given).values).filter(({ name }) => name.startsWith('OTEL_'));

  it('what opens a collector is told over TLS, or on this machine', () => {
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc' };
    const open = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' };
    expect(openTraces({ ...open, ...headers })).toEqual([
      { name: 'OTEL_EXPORTER_OTLP_HEADERS', reason: expect.stringContaining('https: is expected') },
    ]);
    expect(openTraces({ ...headers, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })).toEqual([]);
    expect(openTraces({ ...headers, OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT })).toEqual([]);
    expect(openTraces(open)).toEqual([]);
  });

  it.each([
    'OTEL_EXPORTER_OTLP_CERTIFICATE',
    'OTEL_EXPORTER_OTLP_CLIENT_KEY',
    'OTEL_EXPORTER_OTLP_COMPRESSION',
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
    'OTEL_TRACES_SAMPLER_ARGS',
  ])('%s, which would change where traces go and is not read, is refused', (name) => {
    expect(misspelt({ [name]: 'x' })).toMatchObject([
      { name, reason: expect.stringContaining('is not known') },
    ]);
  });

  it('what a machine sets for all programs is left alone', () => {
    const others = [
      'OTEL_LOG_LEVEL',
      'OTEL_PROPAGATORS',
      'OTEL_METRICS_EXPORTER',
      'OTEL_LOGS_EXPORTER',
      'OTEL_METRIC_EXPORT_INTERVAL',
      'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
      'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
      'OTEL_EXPORTER_PROMETHEUS_PORT',
      'OTEL_BLRP_SCHEDULE_DELAY',
      'OTEL_BLRP_MAX_QUEUE_SIZE',
      'OTEL_ATTRIBUTE_COUNT_LIMIT',
      'OTEL_NODE_RESOURCE_DETECTORS',
      'OTEL_POD_IP',
    ];
    expect(misspelt(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
  });
});
