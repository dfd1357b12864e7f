import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePorts } from './free-ports.ts';

export type Pooler = { url: string; close(): Promise<void> };

/** Settings of a connection that PgBouncer takes; it refuses all others. */
const TAKEN = ['user', 'database', 'client_encoding', 'application_name', 'datestyle', 'timezone'];
/** Statements that leave something behind in a connection, which somebody else gets next. */
const LASTING =
  /^\s*(set\s+(?!local\b|transaction\b)|listen\b|prepare\b|create\s+temp|discard\b|declare\b.*with hold)|\bpg_(try_)?advisory_lock\s*\(/i;

/** Splits a stream into messages of the protocol: a letter, a length, a content. */
function messages(take: (letter: string, whole: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5) {
      const size = rest.readInt32BE(1) + 1;
      if (rest.length < size) return;
      take(String.fromCharCode(rest[0]!), rest.subarray(0, size));
      rest = rest.subarray(size);
    }
  };
}

const textIn = (message: Buffer, from: number): string =>
  message.toString('utf8', from, message.indexOf(0, from));

function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}

/** The beginning of a connection, and the names of the settings that it brings along. */
function beginningOf(first: Buffer): { isTls: boolean; names: string[] } {
  const isTls = first.readInt32BE(4) === 80877103;
  const words = first.toString('utf8', 8).split('\0');
  return { isTls, names: words.filter((word, index) => index % 2 === 0 && word !== '') };
}

/**
 * Stands in for a pooler in transaction mode, and is stricter: each transaction of a client gets another connection to
 * PostgreSQL than the one before. No PgBouncer is needed.
 * @returns `lasting` has the statements that would have left something to somebody else
 */
export async function startStrictPooler(postgresUrl: string): Promise<Pooler & { lasting: string[] }> {
  const { hostname, port } = new URL(postgresUrl);
  const lasting: string[] = [];
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    // Each message is a write of its own, which must not wait for the answer to the one before.
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    return socket;
  };

  const server = createServer((client) => {
    keep(client);
    let startup: Buffer | null = null;
    let backend: Socket | null = null;
    let waiting: Buffer[] = [];
    client.on('close', () => backend?.destroy());

    /** Opens a connection of its own for the next transaction. */
    const take = () => {
      const socket = keep(connect(Number(port), hostname));
      backend = socket;
      socket.write(startup!);
      let isReady = false;
      socket.on(
        'data',
        messages((letter, whole) => {
          if (!isReady && letter !== 'Z') return;
          if (!isReady) {
            isReady = true;
            for (const one of waiting.splice(0)) socket.write(one);
            return;
          }
          client.write(whole);
          if (letter !== 'Z' || whole[5] !== 'I'.charCodeAt(0)) return;
          socket.end(message('X', Buffer.alloc(0)));
          if (backend === socket) backend = null;
        }),
      );
      socket.on('close', () => {
        if (backend === socket) client.destroy();
      });
      return (one: Buffer) => (isReady ? socket.write(one) : waiting.push(one));
    };
    let send: ((one: Buffer) => unknown) | null = null;

    const asked = messages((letter, whole) => {
      if (letter === 'X') return void client.end();
      if (letter === 'Q' && LASTING.test(textIn(whole, 5))) lasting.push(textIn(whole, 5));
      if (letter === 'P') {
        const name = textIn(whole, 5);
        const statement = textIn(whole, 6 + Buffer.byteLength(name));
        if (name !== '' || LASTING.test(statement)) lasting.push(statement);
      }
      if (backend === null) {
        waiting = [];
        send = take();
      }
      send!(whole);
    });

    client.on('data', (chunk: Buffer) => {
      if (startup !== null) return asked(chunk);
      const { isTls, names } = beginningOf(chunk);
      if (isTls) return void client.write('N');
      const refused = names.find((name) => !TAKEN.includes(name));
      if (refused !== undefined) {
        const words = `SFATAL\0C08P01\0Munsupported startup parameter: ${refused}\0\0`;
        return void client.end(message('E', Buffer.from(words)));
      }
      startup = chunk;
      client.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
    });
  });
  const own = await freePorts();
  server.listen(own, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(postgresUrl);
  url.port = String(own);
  return {
    url: String(url),
    lasting,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/**
 * Starts PgBouncer in transaction mode; null when it is not installed.
 * @param roles those that it lets in
 */
export async function startPgBouncer(postgresUrl: string, roles: readonly string[]): Promise<Pooler | null> {
  const found = await promisify(execFile)('sh', [
    '-c',
    'command -v pgbouncer || ls /usr/sbin/pgbouncer',
  ]).catch(() => null);
  if (found === null) return null;
  const { hostname, port } = new URL(postgresUrl);
  const folder = await mkdtemp(path.join(tmpdir(), 'pgbouncer-'));
  await chmod(folder, 0o755);
  const own = await freePorts();
  const file = path.join(folder, 'pgbouncer.ini');
  const users = path.join(folder, 'users.txt');
  await writeFile(users, roles.map((role) => `"${role}" ""\n`).join(''));
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
server_reset_query =
`,
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child: ChildProcess = spawn(found.stdout.trim(), [...user, file], { stdio: 'ignore' });
  const url = new URL(postgresUrl);
  url.port = String(own);
  await answers(String(url), child);
  return {
    url: String(url),
    close: async () => {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(connectionString: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200 && child.exitCode === null; tries += 1) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return await client.end();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`PgBouncer does not answer (${child.exitCode})`);
}
