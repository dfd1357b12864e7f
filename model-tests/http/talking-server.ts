import { AsyncLocalStorage } from 'node:async_hooks';
import { Server, ServerResponse } from 'node:http';
import { type messages, PGlite, protocol } from '@electric-sql/pglite';
import pg from 'pg';
import { readConfig } from '#server/config/config.ts';
import { startServer } from '#server/server.ts';

/**
 * The server that writes down each statement of a call for its database, and each answer, before it goes out; with the
 * embedded database, after /robots.txt also where the log of changes ends, in bytes. What jobs and clocks ask meanwhile is no call's.
 */

const say = (what: 'statement' | 'answered' | 'log', text: string) =>
  void process.stdout.write(`${what} ${text.replaceAll(/\s+/g, ' ')}\n`);

const duringCall = new AsyncLocalStorage<true>();
const { emit } = Server.prototype;
Server.prototype.emit = function (this: Server, ...all: [string, ...unknown[]]) {
  const pass = () => Reflect.apply(emit, this, all) as boolean;
  return all[0] === 'request' ? duringCall.run(true, pass) : pass();
} as typeof emit;

/** Texts of the statements that the database keeps parsed, by their names. */
const texts = new Map<string, string>();

/** Writes down the statements in messages of PostgreSQL's protocol: Q is one, P names one, B runs a named one. */
function sayStatements(messages: Buffer): void {
  const isOfCall = duringCall.getStore() ?? false;
  for (let at = 0; at < messages.length; ) {
    const end = at + 1 + messages.readInt32BE(at + 1);
    const letter = String.fromCharCode(messages[at]!);
    const [first = '', second = ''] = messages.toString('utf8', at + 5, end).split('\0');
    if (letter === 'Q' && isOfCall) say('statement', first);
    if (letter === 'P') texts.set(first, second);
    if (letter === 'B' && isOfCall) say('statement', texts.get(second) ?? 'an unknown statement');
    at = end;
  }
}

let database: PGlite | undefined;
const { execProtocolStream } = PGlite.prototype;
PGlite.prototype.execProtocolStream = function (this: PGlite, message, ...rest) {
  database = this;
  sayStatements(Buffer.from(message.buffer, message.byteOffset, message.byteLength));
  return execProtocolStream.call(this, message, ...rest);
};

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...all: [string | pg.QueryConfig, ...unknown[]]) {
  const [asked] = all;
  if (duringCall.getStore()) say('statement', typeof asked === 'string' ? asked : asked.text);
  return Reflect.apply(query, this, all);
} as typeof query;

async function sayEndOfLog(own: PGlite): Promise<void> {
  const question = protocol.serialize.query("select pg_current_wal_insert_lsn() - '0/0'");
  const ask = () => execProtocolStream.call(own, question, { syncToFs: false });
  const answer = await own._runExclusiveTransaction(ask);
  const row = answer.find((it): it is messages.DataRowMessage => it.name === 'dataRow');
  say('log', String(row?.fields[0]));
}

const { end } = ServerResponse.prototype;
ServerResponse.prototype.end = function (this: ServerResponse, ...all: unknown[]) {
  say('answered', this.req.url ?? '');
  if (this.req.url === '/robots.txt' && database) void sayEndOfLog(database);
  return Reflect.apply(end, this, all) as ServerResponse;
};

const service = await startServer(readConfig(process.env));
// The parent process has ended.
process.once('disconnect', () => process.exit(0));
process.send?.({ type: 'listening', address: service.address });
