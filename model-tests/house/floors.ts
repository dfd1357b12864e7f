/**
 * The floors of the server, the highest first (docs/decisions/0024-floors.md). A room is a folder of `src/server`, a
 * subfolder that is named here separately, or a single file in `src/server`. Files of a room may import their own
 * room and everything lower; rooms of one floor do not know each other.
 */
export const floors: readonly (readonly string[])[] = [
  // Assembles everything and starts it; checks content before that.
  ['main.ts', 'check-content.ts', 'check-journal.ts', 'keys.ts', 'migrate.ts', 'person-commands/cli'],
  // The commands that make a backup and restore it; what looks at an installation without starting it.
  ['backup', 'checking'],
  ['server.ts'],
  // Everything that the server, or a command beside it, works with.
  ['create-context.ts'],
  // The logins and form servers that are configured.
  ['logins.ts', 'form-servers.ts'],
  // Requests: by people over HTTP, and by the clock.
  ['http', 'jobs'],
  // The operators' page, and their commands about people.
  ['operations', 'person-commands'],
  // Actions of a person or the clock: one file per use case, each using as many rooms as necessary.
  ['use-cases'],
  // The copy of everything that is kept of a person.
  ['copies'],
  // The applications as people see them; the steps that send one.
  ['views', 'sending'],
  // What the journal of an application must say.
  ['journal-check'],
  // Moves an application by an event of its machine, with all consequences in the same transaction.
  ['workflow'],
  // Parts of an application: each knows its own tables and the application itself, not the other parts.
  ['payment', 'submission', 'files', 'form-cases', 'handovers', 'hand-ins'],
  // E-mails about an application: when they are due, and how they end.
  ['mails'],
  ['processes'],
  ['sessions'],
  // Every move of a status machine, and the jobs that follow.
  ['journal', 'queues'],
  // Everything that the server uses, handed to each part above.
  ['context.ts'],
  // Rooms that need neither applications nor sessions.
  ['feedback'],
  [
    'analytics',
    'examination',
    'documents',
    'saved-answers',
    'windows',
    'mails/letters',
    'content-roll-out',
    'interruptions',
    'running-servers',
  ],
  ['seo', 'content-store', 'identity'],
  ['html', 'search', 'watch', 'monitoring', 'tracing'],
  ['config'],
  // The form engines, each with the forms of its kind.
  ['engines'],
  ['theme'],
  ['content', 'submission/postbox'],
  // What is kept about people, by the tables that keep it.
  ['kept'],
  ['submission/fit-connect', 'payment/xbezahldienste', 'scanner', 'neighbours', 'mails/smtp', 'data-schemas'],
  ['security'],
  // Keys, by which rows are sealed.
  ['sealing'],
  ['reconciliation'],
  ['storage', 'log.ts', 'partners'],
  // What a trace is told, wherever something is done.
  ['tracing/spans.ts'],
  // Vocabulary and tools for all.
  [
    'ports',
    'trail',
    'commands',
    'thread',
    'access-tokens.ts',
    'at-most.ts',
    'closed-pipe.ts',
    'error-details.ts',
    'fair-turns.ts',
    'config/addresses.ts',
    'config/client-keys.ts',
    'config/form-server-settings.ts',
    'config/login-settings.ts',
    'config/pairs.ts',
    'config/text-file.ts',
    'in-order.ts',
    'once-for.ts',
    'partner-unavailable.ts',
    'problem-error.ts',
    'request-id.ts',
    'this-user.ts',
    'tracing/settings.ts',
    'turn.ts',
    'unknown-commit.ts',
  ],
  ['config/fault.ts'],
];

/** The owners of tables: these rooms know only their own. Work across several is done, or assembled, above them. */
export const tables: Readonly<Record<string, readonly string[]>> = {
  sessions: ['session', 'accountSession', 'appUser', 'loginState'],
  processes: ['process', 'expiredDraft', 'keptOffer'],
  payment: ['payment', 'refund'],
  submission: ['submission', 'submissionStep'],
  files: ['file', 'fileChunk', 'preview'],
  'form-cases': ['formCase'],
  windows: ['editing'],
  handovers: ['handover'],
  'hand-ins': ['handIn'],
  mails: ['mail'],
  reconciliation: ['unreconciled'],
  interruptions: ['interruption'],
  'running-servers': ['runningServer'],
  'content-roll-out': ['contentShown', 'contentProcess', 'contentCopy'],
};

const isIn = (file: string, room: string) => file === room || file.startsWith(`${room}/`);

/**
 * The room of a file of `src/server` (a path relative to it), the inner one of two; its folder if it has no floor.
 */
export const roomOf = (file: string): string =>
  floors
    .flat()
    .filter((room) => isIn(file, room))
    .sort((one, other) => other.length - one.length)[0] ?? (file.split('/')[0] as string);

/** Number of the floor of a room, counted from the ground; undefined for a room without a floor. */
export function floorOf(room: string): number | undefined {
  const fromAbove = floors.findIndex((rooms) => rooms.includes(room));
  return fromAbove === -1 ? undefined : floors.length - fromAbove;
}
