import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import * as z from 'zod';

/**
 * A command reaches the server through a socket in the data folder when only the server can work on the database there.
 * Whoever may read the database's files may use it.
 */
const socketIn = (dataDir: string): string => path.resolve(dataDir, 'commands.sock');

const request = z.object({ command: z.string(), asked: z.unknown() });
const message = z.union([
  z.object({ line: z.string() }),
  /** Bytes of what the command makes, in Base64. */
  z.object({ bytes: z.string() }),
  z.object({ isDone: z.boolean() }),
]);
type Message = z.input<typeof message>;

/** The output of a command: lines for operators, and the bytes of the file that it makes. */
export type CommandOutput = { tell: (line: string) => void; out: Writable };

/**
 * A command in the server. @param asked what was asked, unchecked
 * @returns whether it was done
 * @throws Error, whose message is told
 */
export type ServedCommand = (asked: unknown, output: CommandOutput) => Promise<boolean>;

/** Does commands in the server. @returns stops listening */
export async function serveCommands(
  dataDir: string,
  commands: Readonly<Record<string, ServedCommand>>,
): Promise<() => Promise<void>> {
  const file = socketIn(dataDir);
  // Left by a server that did not end properly: the database's lock shows that it is gone.
  await rm(file, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const tell = (one: Message) => socket.writable && socket.write(lineOf(one));
    createInterface(socket).once('line', async (line) => {
      let isDone = false;
      try {
        const { command, asked } = request.parse(JSON.parse(line));
        const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
        const output = { tell: (text: string) => void tell({ line: text }), out: bytesOver(socket) };
        if (run) isDone = await run(asked, output);
        else tell({ line: `This server has no command "${command}"` });
      } catch (error) {
        tell({ line: error instanceof Error ? error.message : 'it has failed' });
      }
      tell({ isDone });
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

const lineOf = (one: Message) => `${JSON.stringify(one)}\n`;

/** Bytes to whoever asked, as fast as they take them. */
const bytesOver = (socket: Socket) =>
  new Writable({
    write: (chunk: Buffer, _encoding, done) =>
      void socket.write(lineOf({ bytes: chunk.toString('base64') }), done),
  });

/**
 * Has the server of a data folder do a command.
 * @param output.out gets the bytes of what the command makes; it is not ended
 * @returns whether it was done, false also when the server has ended meanwhile; null where no server listens
 */
export async function askServer(
  dataDir: string,
  command: string,
  asked: unknown,
  { tell, out }: { tell: (line: string) => void; out?: Writable },
): Promise<boolean | null> {
  const socket = connect(socketIn(dataDir));
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  socket.on('error', () => undefined);
  socket.write(`${JSON.stringify({ command, asked })}\n`);
  let isDone: boolean | null = null;
  for await (const line of createInterface(socket)) {
    const told = message.parse(JSON.parse(line));
    if ('line' in told) tell(told.line);
    else if ('bytes' in told) {
      if (out && !out.write(Buffer.from(told.bytes, 'base64'))) await once(out, 'drain');
    } else ({ isDone } = told);
  }
  if (isDone === null) tell('The server has ended meanwhile: ask again to see what was done');
  return isDone ?? false;
}
