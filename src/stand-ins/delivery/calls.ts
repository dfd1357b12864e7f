/** The protocol's calls; faults can hit one of them alone. */
export const calls = [
  'token',
  'destination',
  'key',
  'jwks',
  'announce',
  'attachment',
  'finalize',
  'events',
] as const;
export type Call = (typeof calls)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The protocol call that a route answers; faults hit these only. */
    deliveryCall?: Call;
  }
}
