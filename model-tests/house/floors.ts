/**
 * The floors of the server, the highest first (docs/decisions/0024-floors.md). A room is a folder of `src/server`, a
 * folder in it that is named here by itself, or a file that lies there alone. What is in a room may import its own room
 * and whatever stands lower; rooms of one floor do not know each other.
 */
export const floors: readonly (readonly string[])[] = [
  // Puts everything together and starts it.
  ['main.ts'],
  ['service.ts'],
  // Who asks for something: people over HTTP, and the clock.
  ['http', 'jobs'],
  // The operators' page.
  ['operations'],
  // What a person or the clock does: one file a use case, each over as many rooms as it needs.
  ['use-cases'],
  // What people are shown of their applications; the steps that send one.
  ['views', 'sending'],
  // Moves an application by an event of its machine, with all that follows in the same transaction.
  ['workflow'],
  // What belongs to an application: each knows its own tables and the application itself, none the others.
  ['payment', 'submission', 'files'],
  ['processes'],
  ['sessions'],
  ['queues'],
  // Everything that the service works with, handed to each part above.
  ['context.ts'],
  // What needs no application and no session.
  ['analytics', 'inspection', 'documents'],
  ['seo', 'content-store', 'identity'],
  ['html', 'search', 'watch'],
  ['config.ts'],
  ['theme'],
  ['content', 'submission/postbox'],
  ['submission/fit-connect', 'payment/xbezahldienste', 'scanner'],
  ['security'],
  ['storage', 'log.ts'],
  // Words and tools for all.
  ['ports', 'thread', 'access-tokens.ts', 'error-details.ts', 'partner-unavailable.ts', 'problem-error.ts'],
];

/** Whose tables are whose: these rooms know their own alone. What spans several is done, or put together, above them. */
export const tables: Readonly<Record<string, readonly string[]>> = {
  sessions: ['session', 'appUser', 'loginState'],
  processes: ['process', 'expiredDraft'],
  payment: ['payment', 'refund'],
  submission: ['submission', 'submissionStep'],
  files: ['file', 'fileChunk'],
};

const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`);

/** The room that a file of `src/server` (a path relative to it) lies in, the inner one of two; its folder if it has no floor. */
export const roomOf = (file: string): string =>
  floors
    .flat()
    .filter((room) => isIn(file, room))
    .sort((one, other) => other.length - one.length)[0] ?? (file.split('/')[0] as string);

/** Number of the floor of a room, counted from the ground; undefined for a room that has none. */
export function floorOf(room: string): number | undefined {
  const fromAbove = floors.findIndex((rooms) => rooms.includes(room));
  return fromAbove === -1 ? undefined : floors.length - fromAbove;
}
