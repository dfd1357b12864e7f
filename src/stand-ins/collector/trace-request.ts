import protobuf from 'protobufjs';
import * as z from 'zod';

/** The part of OTLP 1.x that is about traces (opentelemetry-proto, trace_service.proto and those it imports). */
const PROTOCOL = `
syntax = "proto3";
message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
message ScopeSpans { Scope scope = 1; repeated Span spans = 2; string schema_url = 3; }
message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }
message Scope { string name = 1; string version = 2; repeated KeyValue attributes = 3;
  uint32 dropped_attributes_count = 4; }
message Span {
  bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5;
  uint32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
  repeated KeyValue attributes = 9; uint32 dropped_attributes_count = 10;
  repeated Event events = 11; uint32 dropped_events_count = 12;
  repeated Link links = 13; uint32 dropped_links_count = 14;
  Status status = 15; fixed32 flags = 16;
}
message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3;
  uint32 dropped_attributes_count = 4; }
message Link { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; repeated KeyValue attributes = 4;
  uint32 dropped_attributes_count = 5; fixed32 flags = 6; }
message Status { string message = 2; uint32 code = 3; }
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3;
  double double_value = 4; bytes bytes_value = 7; } }
`;

const requestType = protobuf.parse(PROTOCOL).root.lookupType('ExportTraceServiceRequest');

const bytes = (length: number) =>
  z
    .instanceof(Uint8Array)
    .refine((id) => id.length === length && id.some((byte) => byte !== 0), `${length} bytes are expected`)
    .transform((id) => Buffer.from(id).toString('hex'));
const attributes = z
  .array(
    z.object({
      key: z.string().min(1),
      value: z
        .object({
          stringValue: z.string(),
          boolValue: z.boolean(),
          intValue: z.string(),
          doubleValue: z.number(),
        })
        .partial()
        .refine((value) => Object.keys(value).length === 1, 'a value is expected'),
    }),
  )
  .default([])
  .transform((pairs) =>
    Object.fromEntries(
      pairs.map(({ key, value: { intValue, ...other } }): [string, string | number | boolean] => [
        key,
        intValue === undefined ? Object.values(other)[0]! : Number(intValue),
      ]),
    ),
  );

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const span = z
  .object({
    traceId: bytes(16),
    spanId: bytes(8),
    parentSpanId: bytes(8).optional(),
    name: z.string().min(1),
    kind: z
      .int()
      .min(1)
      .max(5)
      .transform((kind) => KINDS[kind]!),
    startTimeUnixNano: z.string().transform(BigInt),
    endTimeUnixNano: z.string().transform(BigInt),
    attributes,
    links: z.array(z.object({ traceId: bytes(16), spanId: bytes(8) })).default([]),
    events: z.array(z.object({ name: z.string(), attributes })).default([]),
    status: z
      .object({ code: z.int().min(0).max(2).default(0), message: z.string().optional() })
      .default({ code: 0 }),
  })
  .refine((it) => it.startTimeUnixNano <= it.endTimeUnixNano, 'it ends before it begins');

const request = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes }),
        scopeSpans: z.array(z.object({ spans: z.array(span) })),
      }),
    )
    .default([]),
});

/** A span as a collector has received it, with ids in hexadecimal. */
export type ReceivedSpan = z.output<typeof span> & { resource: z.output<typeof attributes> };

/**
 * Reads a request of OTLP in Protobuf.
 * @throws Error when it is not one, or a span lacks what the protocol demands
 */
export function readTraceRequest(body: Uint8Array): ReceivedSpan[] {
  const message = requestType.toObject(requestType.decode(body), { longs: String, arrays: false });
  return request
    .parse(message)
    .resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans.map((it) => ({ ...it, resource: resource.attributes }))),
    );
}
