import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '#server/context.ts';
import { operatorOf } from './operators.ts';

/**
 * Whether the requester may follow windows in the workshop: everybody where `INSPECTOR` is `self`, otherwise a
 * logged-in operator.
 */
export const mayInspect = async (context: ServerContext, request: FastifyRequest): Promise<boolean> =>
  context.config.INSPECTOR === 'self' || (await operatorOf(context, request)) !== null;
