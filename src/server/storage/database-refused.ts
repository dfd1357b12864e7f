import pg from 'pg';

/** The database cannot be used as it is configured; the message is for operators and contains no password. */
export class DatabaseRefused extends Error {}

type At = { where: string; database: string; user: string };

const TLS = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Reasons by the code of PostgreSQL (SQLSTATE), of the system or of Node. */
const reasons: readonly (readonly [RegExp, (at: At, code: string) => string])[] = [
  [
    /^3D000$/,
    ({ where, database }) => `PostgreSQL at ${where} has no database "${database}". Create it first.`,
  ],
  [/^28P01$/, ({ where, user }) => `PostgreSQL at ${where} refuses the password of the role "${user}".`],
  [
    /^28000$/,
    ({ where, user }) =>
      `PostgreSQL at ${where} lets the role "${user}" not in from here: there is no such role, or pg_hba.conf does not allow it.`,
  ],
  [
    /^42501$/,
    ({ database, user }) =>
      `The role "${user}" may not do in the database "${database}" what is needed. Give it its rights (docs/operations.md#roles-of-the-database).`,
  ],
  [/^53300$/, ({ where }) => `PostgreSQL at ${where} has no connection left (max_connections).`],
  [/^57P03$/, ({ where }) => `PostgreSQL at ${where} is starting or ending. Try again in a moment.`],
  [
    /^08P01$/,
    ({ where }) =>
      `What answers at ${where} takes no settings of a connection: if it is a pooler of connections, set DATABASE_POOLER=transaction.`,
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    ({ where }, code) => `There is no host ${where}, or its name cannot be resolved (${code}).`,
  ],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ECONNRESET|ENOENT)$/,
    ({ where }, code) => `Nobody answers at ${where} (${code}).`,
  ],
  [
    TLS,
    ({ where }, code) =>
      `The certificate of PostgreSQL at ${where} cannot be checked (${code}). Name its root: ?sslmode=verify-full&sslrootcert=/path/of.pem`,
  ],
];

/** Reasons of errors without a code, by their messages. */
const messages: readonly (readonly [RegExp, (at: At) => string])[] = [
  [/does not support SSL/, ({ where }) => `PostgreSQL at ${where} does not speak TLS.`],
  [
    /Connection terminated|timeout expired/,
    ({ where }) => `The connection to ${where} was closed or never answered: is PostgreSQL there?`,
  ],
];

/**
 * Returns why PostgreSQL cannot be used, in words for operators; other failures unchanged.
 * @param databaseUrl the address in question, of which only host, database and role are told
 */
export function databaseRefusedOr(databaseUrl: string, failure: unknown): unknown {
  const found = causesOf(failure);
  const at = addressOf(databaseUrl);
  for (const { code = '', message = '' } of found) {
    const reason =
      reasons.find(([codes]) => codes.test(code))?.[1](at, code) ??
      messages.find(([words]) => words.test(message))?.[1](at);
    if (reason !== undefined)
      return new DatabaseRefused(`The database cannot be used (DATABASE_URL). ${reason}`, { cause: failure });
  }
  return failure;
}

function causesOf(failure: unknown): { code?: string; message?: string }[] {
  const causes: Error[] = [];
  for (let at = failure; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  return causes as { code?: string; message?: string }[];
}

function addressOf(connectionString: string): At {
  const { host, port, database = '', user = '' } = new pg.Client({ connectionString });
  return { where: host.startsWith('/') ? host : `${host}:${port}`, database, user };
}
