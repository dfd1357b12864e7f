import { ServerResponse } from 'node:http';
import { PGlite } from '@electric-sql/pglite';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/server.ts';

/** The server that writes down each statement for its embedded database, and each answer, before it goes out. */

const say = (what: 'statement' | 'answered', text: string) =>
  void process.stdout.write(`${what} ${text.replaceAll(/\s+/g, ' ')}\n`);

const { query, transaction } = PGlite.prototype;
PGlite.prototype.query = function <T>(this: PGlite, ...all: Parameters<PGlite['query']>) {
  say('statement', all[0]);
  return query.apply(this, all) as ReturnType<typeof query<T>>;
};
PGlite.prototype.transaction = function <T>(this: PGlite, work: Parameters<typeof transaction<T>>[0]) {
  say('statement', 'begin');
  const done = transaction.call(this, (within) => {
    const asked = within.query.bind(within);
    within.query = (...all) => {
      say('statement', all[0]);
      return asked(...all);
    };
    return work(within);
  });
  return done.finally(() => say('statement', 'commit')) as ReturnType<typeof transaction<T>>;
};

const { end } = ServerResponse.prototype;
ServerResponse.prototype.end = function (this: ServerResponse, ...all: unknown[]) {
  say('answered', this.req.url ?? '');
  return Reflect.apply(end, this, all) as ServerResponse;
};

const service = await startServer(readConfig(process.env));
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
process.send?.({ type: 'listening', address: service.address });
