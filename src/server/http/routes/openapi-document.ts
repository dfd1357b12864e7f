import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { problemSchema } from '#contract/problem.ts';
import { type ProblemCode, problemStatus } from '#domain/problem.ts';
import { mayBeRefused } from '../security/load-shedding.ts';

type JsonSchema = Record<string, unknown>;

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return json;
};

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(version: string, serverUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Serviceportal', version, license: { name: 'EUPL-1.2', identifier: 'EUPL-1.2' } },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: { Problem: schemaOf(problemSchema, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: serverUrl.startsWith('https:') ? '__Host-sp_session' : 'sp_session',
        },
        xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
      },
    },
  };
}

function operation(name: string, call: Call) {
  return {
    operationId: name,
    summary: call.summary,
    'x-origin': call.origin === 'spec' ? 'specification' : 'own',
    ...(call.method !== 'GET' && { security: [{ session: [], xsrf: [] }] }),
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...requestBody(call),
    responses: { ...success(call), ...problems(name, call) },
  };
}

function parameters(schema: Call['params'], place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: part,
  }));
}

function requestBody(call: Call) {
  if (call.streams === 'body') {
    return { requestBody: { required: true, content: { 'application/octet-stream': {} } } };
  }
  if (!call.body) return {};
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
    },
  };
}

function success(call: Call) {
  if (call.streams === 'answer') {
    return { 200: { description: 'The file', content: { 'application/octet-stream': {} } } };
  }
  if (!call.answer) return { 204: { description: 'Done' } };
  return {
    200: {
      description: 'The answer',
      content: { 'application/json': { schema: schemaOf(call.answer, 'output') } },
    },
  };
}

/** Problems by status, with the codes that the call can return. */
function problems(name: string, call: Call) {
  const general: ProblemCode[] =
    call.params || call.query || call.body ? ['parameter-missing', 'input-invalid'] : [];
  const byStatus = new Map<number, string[]>();
  const named = (call.errors ?? []) as ProblemCode[];
  const always: ProblemCode[] = ['internal', 'database-unavailable'];
  if (mayBeRefused(name as CallName)) always.push('overloaded');
  for (const code of [...general, ...named, ...always]) {
    const status = problemStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}
