import { type DestinationStream, pino } from 'pino';
import { ConfigurationRefused } from '#server/config/fault.ts';
import { createLog } from '#server/log.ts';
import type { Actor, SecurityEvent } from './events.ts';
import type { Pseudonyms } from './pseudonyms.ts';

export type SecurityLog = {
  record(event: SecurityEvent, actor: Actor): void;
  /** @throws Error when the last line could not be written */
  assertWritten(): void;
};

/** Writes each event as a line of its own, whatever the level of the server's other log. */
export function createSecurityLog(
  destination: DestinationStream & { fault?(): Error | null },
  pseudonyms: Pseudonyms,
): SecurityLog {
  const log = createLog('info', destination).child({ log: 'security' });
  const named = (kind: Parameters<Pseudonyms['of']>[0], value: string | null | undefined) =>
    value ? { [kind]: pseudonyms.of(kind, value) } : {};
  return {
    record: (event, { session, person, operator, way, by, caller, request }) => {
      log.info({
        ...event,
        ...named('session', session),
        ...named('person', person),
        ...named('operator', operator),
        ...(way && { way }),
        ...(by && { by }),
        ...named('caller', caller),
        ...(request && { request }),
      });
    },
    assertWritten: () => {
      const fault = destination.fault?.() ?? null;
      if (fault !== null) throw fault;
    },
  };
}

export type SecurityFile = DestinationStream & {
  /** Opens the file again after another program has moved it away. */
  reopen(): void;
  /** Why the last line could not be written; null when it was. */
  fault(): Error | null;
  close(): void;
};

/** Opens the destination of the lines: a file that only its owner can read, or standard output. */
export function openSecurityFile(file: string | undefined, onError: (error: Error) => void): SecurityFile {
  let fault: Error | null = null;
  const noteFault = (error: Error) => {
    fault = error;
    onError(error);
  };
  const stream = file === undefined ? pino.destination({ fd: 1, sync: true }) : opened(file);
  stream.on('error', noteFault);
  return {
    write: (line) => {
      fault = null;
      stream.write(line);
    },
    fault: () => fault,
    reopen: () => (file === undefined ? undefined : stream.reopen()),
    close: () => (file === undefined ? undefined : stream.end()),
  };
}

/** @throws ConfigurationRefused when the file cannot be written, with the reason */
function opened(file: string) {
  try {
    return pino.destination({ dest: file, sync: true, mkdir: true, mode: 0o600 });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigurationRefused(
      `The file ${file} cannot be written (SECURITY_LOG and TRAIL_FILE name such files): ${code}.`,
      { cause: error },
    );
  }
}
