import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { addressIn, callerOf, UNKNOWN_CALLER } from './caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller that the request counts to (caller.ts), also after the caller has hung up. */
    caller: string;
  }
}

/** Recognises addresses of our proxies in any spelling in which another proxy has noted them. */
export function trusting(proxies: false | string[]): FastifyServerOptions['trustProxy'] {
  if (proxies === false) return false;
  const isOurs = proxyAddr.compile(proxies);
  // A connection that was reset before the server looked has no address.
  return (written: string | undefined, hop) => {
    const address = addressIn(written ?? '');
    return address !== null && isOurs(address, hop);
  };
}

/** Lets requests hold their caller from their start: once the caller has hung up, the connection has no address. */
export function knowCallers(app: FastifyInstance): void {
  app.decorateRequest('caller', UNKNOWN_CALLER);
  // Node keeps the address of a connection once it has been read.
  app.server.on('connection', (socket) => void socket.remoteAddress);
  app.addHook('onRequest', async (request) => {
    request.caller = callerOf(request.ips ?? [request.ip]);
  });
}
