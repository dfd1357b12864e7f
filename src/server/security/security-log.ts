import { type DestinationStream, pino } from 'pino';
import { createLog } from '#server/log.ts';
import type { Actor, SecurityEvent } from './events.ts';
import type { Pseudonyms } from './pseudonyms.ts';

export type SecurityLog = {
  record(event: SecurityEvent, actor: Actor): void;
};

/** Writes each event as a line of its own, whatever the level of the server's other log. */
export function createSecurityLog(destination: DestinationStream, pseudonyms: Pseudonyms): SecurityLog {
  const log = createLog('info', destination).child({ log: 'security' });
  const named = (kind: Parameters<Pseudonyms['of']>[0], value: string | null | undefined) =>
    value ? { [kind]: pseudonyms.of(kind, value) } : {};
  return {
    record: (event, { session, person, operator, caller, request }) => {
      log.info({
        ...event,
        ...named('session', session),
        ...named('person', person),
        ...named('operator', operator),
        ...named('caller', caller),
        ...(request && { request }),
      });
    },
  };
}

export type SecurityFile = DestinationStream & {
  /** Opens the file again after another program has moved it away. */
  reopen(): void;
  close(): void;
};

/** Opens the destination of the lines: a file that only its owner can read, or standard output. */
export function openSecurityFile(file: string | undefined, onError: (error: Error) => void): SecurityFile {
  if (file === undefined) {
    const output = pino.destination({ fd: 1, sync: true });
    output.on('error', onError);
    return { write: (line) => void output.write(line), reopen: () => {}, close: () => {} };
  }
  const stream = pino.destination({ dest: file, sync: true, mkdir: true, mode: 0o600 });
  stream.on('error', onError);
  return {
    write: (line) => void stream.write(line),
    reopen: () => stream.reopen(),
    close: () => stream.end(),
  };
}
