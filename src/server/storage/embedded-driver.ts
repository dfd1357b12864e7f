import { type messages, type PGlite, protocol, types } from '@electric-sql/pglite';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PGliteDialect,
  type QueryResult,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { nameFaults } from './embedded-faults.ts';

/** Number of statements that the database keeps parsed and planned; a person's calls need fewer. */
const MOST_PREPARED = 100;

const { bind, close, describe, execute, parse, query, sync } = protocol.serialize;

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

/** A statement that the database has parsed, with the types of its parameters and the columns of its rows. */
type Prepared = {
  name: string;
  parameters: readonly number[];
  columns: readonly { name: string; dataTypeID: number }[];
};

/**
 * Kysely's dialect of the embedded database, with a driver of our own: PGlite's `query` has each statement parsed,
 * described and planned anew, in six calls of the database. This driver does that once for each statement.
 */
export class EmbeddedDialect extends PGliteDialect {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super({ pglite });
    this.#pglite = pglite;
  }

  override createDriver(): Driver {
    return new EmbeddedDriver(this.#pglite);
  }
}

class EmbeddedDriver implements Driver {
  readonly #pglite: PGlite;
  readonly #connection: EmbeddedConnection;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
    this.#connection = new EmbeddedConnection(pglite);
  }

  init = (): Promise<void> => nameFaults(this.#connection);
  acquireConnection = async (): Promise<EmbeddedConnection> => this.#connection;
  beginTransaction = (connection: EmbeddedConnection): Promise<void> => connection.begin();
  commitTransaction = (connection: EmbeddedConnection): Promise<void> => connection.commit();
  rollbackTransaction = (connection: EmbeddedConnection): Promise<void> => connection.rollback();
  releaseConnection = async (): Promise<void> => {};
  destroy = (): Promise<void> => this.#pglite.close();
}

/** The only connection; Kysely lends it to one user at a time. The job queue uses PGlite beside it. */
class EmbeddedConnection implements DatabaseConnection {
  readonly #pglite: PGlite;
  readonly #superfluous: string[] = [];
  readonly #prepared = new LRUCache<string, Prepared>({
    max: MOST_PREPARED,
    dispose: ({ name }) => this.#superfluous.push(name),
  });
  #names = 0;
  /** Lets others have PGlite again; null outside of a transaction. */
  #leave: (() => void) | null = null;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const run = () => this.#run<R>(sql, parameters);
    return this.#leave ? run() : this.#pglite._runExclusiveTransaction(run);
  }

  // biome-ignore lint/correctness/useYield: PGlite answers a statement as a whole
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('The embedded database streams no results');
  }

  async begin(): Promise<void> {
    const { promise: isOurs, resolve: begin } = Promise.withResolvers<void>();
    const { promise: isOver, resolve: leave } = Promise.withResolvers<void>();
    void this.#pglite._runExclusiveTransaction(() => {
      begin();
      return isOver;
    });
    await isOurs;
    this.#leave = leave;
    try {
      await this.#send(query('begin'));
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** @throws AbortedTransactionError when a statement had failed, so that nothing is stored */
  async commit(): Promise<void> {
    const answer = await this.#send(query('commit'));
    this.#end();
    if (commandOf(answer).startsWith('ROLLBACK')) throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    try {
      await this.#send(query('rollback'));
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#leave?.();
    this.#leave = null;
  }

  async #run<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const { name, parameters: oids, columns } = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    const values = parameters.map((value, index) => this.#written(value, oids[index]!));
    const answer = await this.#send(bind({ statement: name, values }), execute(), sync());
    const rows = answer.filter(isRow).map(({ fields }) => this.#read(fields, columns));
    return { numAffectedRows: changedBy(commandOf(answer)), rows: rows as R[] };
  }

  async #prepare(sql: string): Promise<Prepared> {
    this.#names += 1;
    const name = `portal${this.#names}`;
    const unused = this.#superfluous.splice(0).map((other) => close({ type: 'S', name: other }));
    const answer = await this.#send(
      ...unused,
      parse({ name, text: sql }),
      describe({ type: 'S', name }),
      sync(),
    );
    const parameters = answer.find(isParameters)?.dataTypeIDs ?? [];
    const columns = answer.find(isColumns)?.fields ?? [];
    const prepared = { name, parameters, columns };
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  /** Sends messages of PostgreSQL's protocol in one call. @throws the first error among the answers */
  #send(...parts: Uint8Array[]): Promise<Message[]> {
    return this.#pglite.execProtocolStream(Buffer.concat(parts), { syncToFs: false });
  }

  #written(value: unknown, oid: number): string | Uint8Array | null {
    if (value === null || value === undefined) return null;
    if (value instanceof Uint8Array) return value;
    return this.#pglite.serializers[oid]?.(value) ?? String(value);
  }

  #read(fields: readonly (string | null)[], columns: Prepared['columns']): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (const [index, { name, dataTypeID }] of columns.entries()) {
      row[name] = types.parseType(fields[index]!, dataTypeID, this.#pglite.parsers);
    }
    return row;
  }
}

const isRow = (message: Message): message is messages.DataRowMessage => message.name === 'dataRow';
const isColumns = (message: Message): message is messages.RowDescriptionMessage =>
  message.name === 'rowDescription';
const isParameters = (message: Message): message is messages.ParameterDescriptionMessage =>
  message.name === 'parameterDescription';
const isCommand = (message: Message): message is messages.CommandCompleteMessage =>
  message.name === 'commandComplete';

/** Returns what was done, as in "UPDATE 3" or "INSERT 0 5". */
const commandOf = (answer: readonly Message[]): string => answer.find(isCommand)?.text ?? '';

/** Returns the number of rows that a command has changed. */
const changedBy = (command: string): bigint =>
  BigInt(/^(?:INSERT 0|UPDATE|DELETE|MERGE) (\d+)$/.exec(command)?.[1] ?? 0);
