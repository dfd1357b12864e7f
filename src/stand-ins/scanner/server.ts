import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The harmless file that every scanner knows (eicar.org), assembled so that no scanner finds it in this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/**
 * Behaviour of the scanner: `away` hangs up immediately, `silent` never answers, `garbled` breaks the protocol,
 * `trickle` sends a letter now and then forever, `huge` a line of 100 MB.
 */
export type ScannerBehaviour = 'works' | 'away' | 'silent' | 'garbled' | 'trickle' | 'huge';

export type ScannerStandIn = {
  /** The portal's `SCANNER_URL`. */
  url: string;
  /** Sets the behaviour from the next connection on. */
  behave(behaviour: ScannerBehaviour): void;
  /** Number of files that it was asked to scan. */
  asked(): number;
  /** Number of questions whether it is there. */
  pinged(): number;
  close(): Promise<void>;
};

export type ScannerStandInOptions = {
  /** 0 picks a free one. */
  port: number;
  /** The most it accepts of a file (clamd's StreamMaxLength). */
  mostBytes?: number;
};

/** The default of ClamAV's daemon. */
const STREAM_MAX_BYTES = 100 * 1024 * 1024;
const HUGE_BYTES = 100 * 1024 * 1024;

/** Starts a scanner on 127.0.0.1 that speaks clamd's protocol (zPING, zVERSION, zINSTREAM) and knows EICAR. */
export async function startScannerStandIn({
  port,
  mostBytes = STREAM_MAX_BYTES,
}: ScannerStandInOptions): Promise<ScannerStandIn> {
  let behaviour: ScannerBehaviour = 'works';
  let asked = 0;
  let pinged = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (behaviour === 'away') return socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    const present = behaviour;
    serve(socket, mostBytes, (answer) => {
      if (answer.startsWith('stream')) asked += 1;
      if (answer === 'PONG') pinged += 1;
      if (present === 'works') socket.end(`${answer}\0`);
      if (present === 'garbled') socket.end('HTTP/1.1 200 OK\r\n\r\nstream: OK');
      if (present === 'trickle') trickle(socket);
      if (present === 'huge') socket.end('s'.repeat(HUGE_BYTES));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `clamd://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave: (next) => {
      behaviour = next;
    },
    asked: () => asked,
    pinged: () => pinged,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function trickle(socket: Socket): void {
  const letters = setInterval(() => socket.write('s'), 50);
  socket.on('close', () => clearInterval(letters));
}

/** Reads one command and answers it once. */
function serve(socket: Socket, mostBytes: number, answer: (text: string) => void): void {
  let pending = Buffer.alloc(0);
  let isStream = false;
  let size = 0;
  let isFound = false;
  /** The end of the data so far, because the signature may span two pieces. */
  let tail = '';
  const take = (bytes: Buffer): void => {
    size += bytes.length;
    const text = tail + bytes.toString('latin1');
    isFound ||= text.includes(EICAR);
    tail = text.slice(-EICAR.length);
  };
  const finish = (text: string): void => {
    socket.removeAllListeners('data').resume();
    answer(text);
  };
  socket.on('data', (piece: Buffer) => {
    pending = Buffer.concat([pending, piece]);
    if (!isStream) {
      const end = pending.indexOf(0);
      if (end < 0) return;
      const command = pending.subarray(0, end).toString('latin1');
      pending = pending.subarray(end + 1);
      if (command === 'zPING') return finish('PONG');
      if (command === 'zVERSION') return finish('ClamAV 1.4.3/27800/stand-in');
      if (command !== 'zINSTREAM') return finish('UNKNOWN COMMAND');
      isStream = true;
    }
    while (pending.length >= 4) {
      const length = pending.readUInt32BE(0);
      if (length === 0) return finish(`stream: ${isFound ? 'Win.Test.EICAR_HDB-1 FOUND' : 'OK'}`);
      if (size + length > mostBytes) return finish('INSTREAM size limit exceeded. ERROR');
      if (pending.length < 4 + length) return;
      take(pending.subarray(4, 4 + length));
      pending = pending.subarray(4 + length);
    }
  });
}
