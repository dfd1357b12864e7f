import { createServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { openPool } from './postgres.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A message of the server: its letter, its length, its content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}
const authenticated = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const shuttingDown = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

/** A server that answers the beginning of each connection with exactly these bytes. */
async function serverThatSays(...said: Buffer[]): Promise<() => string> {
  const sockets = new Set<Socket>();
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => socket.write(Buffer.concat(said)));
  });
  server.on('close', () => {
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return () => `postgres://postgres@127.0.0.1:${port}/postgres`;
}

it('survives a connection that breaks in the moment it is handed out', async () => {
  const pool = openPool(await serverThatSays(authenticated, ready, shuttingDown), pino({ level: 'silent' }));
  const client = await pool.connect();
  await expect(client.query('select 1', [])).rejects.toBeInstanceOf(DatabaseUnavailable);
  client.release();
  await pool.end();
});

it('refuses at once, without another try, while it pauses after a failure', async () => {
  const url = await serverThatSays(shuttingDown);
  let tries = 0;
  server?.on('connection', () => {
    tries += 1;
  });
  const pool = openPool(url, pino({ level: 'silent' }));
  await expect(pool.connect()).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(pool.connect()).rejects.toThrow('database: away');
  expect(tries).toBe(1);
  await pool.end();
});

it('is away for whoever asks, as long as it takes no connection, whatever the reason', async () => {
  const wrongPassword = message('E', Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0'));
  const pool = openPool(await serverThatSays(wrongPassword), pino({ level: 'silent' }));
  await expect(pool.connect()).rejects.toBeInstanceOf(DatabaseUnavailable);
  await pool.end();
});

it('gives nobody a connection again that left a statement without an answer', async () => {
  const url = await serverThatSays(authenticated, ready);
  let connections = 0;
  server?.on('connection', () => {
    connections += 1;
  });
  const pool = openPool(url, pino({ level: 'silent' }), { query_timeout: 50 });
  for (const time of [1, 2]) {
    const client = await pool.connect();
    await expect(client.query('select 1', [])).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(client.query('rollback', [])).rejects.toThrow('the connection is lost');
    client.release();
    expect(connections).toBe(time);
  }
  await pool.end();
});
