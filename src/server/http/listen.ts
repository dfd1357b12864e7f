import type { FastifyInstance } from 'fastify';
import { ConfigurationRefused } from '#server/config/config.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already',
  EACCES: 'this user may not listen there (ports below 1024)',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};

/**
 * Listens where the configuration says. Returns the address.
 * @throws ConfigurationRefused when that is not possible, with the reason
 */
export async function listen(app: FastifyInstance, at: { port: number; host: string }): Promise<string> {
  try {
    return await app.listen(at);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = reasons[code];
    if (reason === undefined) throw error;
    throw new ConfigurationRefused(
      `The server cannot listen at port ${at.port} of ${at.host} (PORT, HOST): ${reason}.`,
      { cause: error },
    );
  }
}
