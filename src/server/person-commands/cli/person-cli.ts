import '#server/closed-pipe.ts';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { askServer } from '#server/commands/command-socket.ts';
import { ConfigurationRefused, readDatabaseConfig } from '#server/config/config.ts';
import { ContentRefused } from '#server/content-store/content-refused.ts';
import { PartnerUnavailable } from '#server/partner-unavailable.ts';
import { KeysRefused } from '#server/sealing/key-faults.ts';
import { DatabaseRefused } from '#server/storage/database-refused.ts';
import { DiskFull } from '#server/storage/disk-full.ts';
import { PersonCommandRefused, personCommands, readAsk } from '../ask.ts';
import { runPersonCommand } from '../run.ts';
import { intoNewFile } from './new-file.ts';
import { withOwnContext } from './own-context.ts';

const usage = `npm run person -- export (--ticket NUMBER [--whole-person] | --account KIND) --to FILE [--lang de|en] --reason TEXT --by NAME
npm run person -- remove --ticket NUMBER --reason TEXT --by NAME
npm run person -- delete (--ticket NUMBER | --account KIND) [--paid-cents SUM] --reason TEXT --by NAME

  export         a copy of the application, or of everything of the person
  remove         removes the application from the portal; the authority keeps what it has received
  delete         deletes everything of the person, and the account here
  --ticket       an application that was sent; for "delete", and with --whole-person, the person who has sent it
  --account      nkb, elster, sk or eid; the person's identifier there is read from standard input
  --to           a new file, a ZIP
  --lang         language of the copy, de or en; de when omitted
  --paid-cents   money in cents that the person gives up with their paid drafts, which stay otherwise
  --reason       for the security log: the number of a file or letter, and nothing about the person
  --by           for the security log: who does this
  --dry-run      says what would be done
With the server's environment, while it runs or not. It ends with 1 where something was not done.`;

/** `npm run person`: the rights of a person, for operators (docs/operations.md). */
const tell = (line: string) => void process.stdout.write(`${line}\n`);
try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  const { message, code = '' } = error as Error & { code?: unknown };
  process.stderr.write(
    `${String(code).startsWith('ERR_PARSE_ARGS') ? `${message}\n${usage}` : wordsOf(error)}\n`,
  );
  process.exitCode = 1;
}

/** Of an error that nobody expected the message alone: statements come with values. */
function wordsOf(error: unknown): string {
  const forOperators = [
    ...[PersonCommandRefused, ConfigurationRefused, ContentRefused],
    ...[KeysRefused, PartnerUnavailable, DatabaseRefused, DiskFull],
  ];
  const { message } = error as Error;
  if (forOperators.some((kind) => error instanceof kind)) return message;
  return `It has failed, ask again to see what was done: ${message}`;
}

async function run(): Promise<boolean> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      ...({ ticket: { type: 'string' }, account: { type: 'string' }, to: { type: 'string' } } as const),
      ...({ reason: { type: 'string' }, by: { type: 'string' }, 'paid-cents': { type: 'string' } } as const),
      lang: { type: 'string' },
      'whole-person': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    tell(usage);
    return true;
  }
  const command = personCommands.find((one) => one === positionals[0]);
  if (!command || positionals.length > 1) throw new PersonCommandRefused(usage);
  const { ticket = null, account, to, reason = '', by = '', 'paid-cents': paid } = values;
  const dryRun = values['dry-run'] ?? false;
  if ((to !== undefined) !== (command === 'export' && !dryRun))
    throw new PersonCommandRefused('--to is expected for "export", and for nothing else');
  if (paid !== undefined && !(command === 'delete' && /^\d{1,9}$/.test(paid)))
    throw new PersonCommandRefused('--paid-cents is a number, for "delete" alone');
  const ask = readAsk({
    ...{ command, ticket, dryRun, reason, by },
    account: account === undefined ? null : { providerId: account, subject: await identifierAt(account) },
    wholePerson: values['whole-person'] ?? false,
    lang: values.lang ?? 'de',
    paidCents: paid === undefined ? null : Number(paid),
  });
  const work = (out: Writable) => inServerOrHere(ask, out);
  return to === undefined ? work(new Writable()) : intoNewFile(to, work);
}

/** Reads the person's identifier: as an argument, every user of the machine could see it. */
function identifierAt(account: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`The identifier at ${account}, then Enter and Ctrl+D: `);
  return text(process.stdin);
}

/** Only one process can work on the embedded database: the server, when it runs. */
async function inServerOrHere(ask: ReturnType<typeof readAsk>, out: Writable): Promise<boolean> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = readDatabaseConfig({
    DATA_DIR: 'data',
    ...process.env,
  });
  const answered = databaseUrl ? null : await askServer(dataDir, 'person', ask, { tell, out });
  return (
    answered ?? withOwnContext(process.env, tell, (context) => runPersonCommand(context, ask, { tell, out }))
  );
}
