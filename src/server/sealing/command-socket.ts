import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { type KeysCommand, keysCommands } from './keys-command.ts';

/**
 * A command about the keys reaches the server through a socket in the data folder when only the server can work on the
 * database there. Whoever may read the database's files may use it.
 */
const socketIn = (dataDir: string): string => path.resolve(dataDir, 'keys.sock');

const request = z.enum(keysCommands);
const message = z.union([z.object({ line: z.string() }), z.object({ isDone: z.boolean() })]);

/**
 * Does commands in the server. @param run does one, and tells lines about it
 * @returns stops listening
 */
export async function serveKeysCommands(
  dataDir: string,
  run: (command: KeysCommand, tell: (line: string) => void) => Promise<boolean>,
): Promise<() => Promise<void>> {
  const file = socketIn(dataDir);
  // Left by a server that did not end properly: the database's lock shows that it is gone.
  await rm(file, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const tell = (one: z.input<typeof message>) =>
      socket.writable && socket.write(`${JSON.stringify(one)}\n`);
    createInterface(socket).once('line', async (asked) => {
      const command = request.safeParse(asked);
      try {
        const isDone = command.success && (await run(command.data, (line) => tell({ line })));
        tell({ isDone });
      } catch (error) {
        tell({ line: error instanceof Error ? error.message : 'it has failed' });
        tell({ isDone: false });
      }
      socket.end();
    });
  });
  server.listen(file);
  await once(server, 'listening');
  await chmod(file, 0o600);
  return async () => {
    server.close();
    await rm(file, { force: true });
  };
}

/**
 * Has the server of a data folder do a command.
 * @returns whether it was done; null where no server listens
 */
export async function askServerForKeys(
  dataDir: string,
  command: KeysCommand,
  tell: (line: string) => void,
): Promise<boolean | null> {
  const socket = connect(socketIn(dataDir));
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  socket.write(`${command}\n`);
  let isDone = false;
  for await (const line of createInterface(socket)) {
    const told = message.parse(JSON.parse(line));
    if ('line' in told) tell(told.line);
    else ({ isDone } = told);
  }
  return isDone;
}
