import type * as z from 'zod/mini';
import type { ProblemCode } from '#domain/problem.ts';

type ObjectSchema = z.ZodMiniObject;

/**
 * One HTTP call, described once for both sides: the typed client function, the route's validation and the OpenAPI page
 * are all derived from this entry. `errors` lists the problem codes the caller must expect in addition to the general
 * ones (problem.ts).
 */
export type Call = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Path with parameters in braces, e.g. `/api/process/{id}`. */
  path: `/${string}`;
  summary: string;
  /** `spec` for a call of spec section 7, `own` for an additional one. */
  origin: 'spec' | 'own';
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: z.ZodMiniType;
  /** Schema of the JSON answer; absent for 204 and streams. */
  answer?: z.ZodMiniType;
  /** Media type of a streamed answer or request body, where it is not JSON. */
  streams?: 'answer' | 'body';
  /** Windows make this call by themselves: it never proves that a person is present. */
  unattended?: true;
  /** Sent to its end even if the page is left meanwhile. */
  outlivesPage?: true;
  errors?: readonly ProblemCode[];
};

export type Infer<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
export type InferInput<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** Keeps the literal types of an entry. */
export function call<const C extends Call>(entry: C): C {
  return entry;
}
