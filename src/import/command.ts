import '#server/closed-pipe.ts';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ImportRefused } from './refused.ts';

/** The output of a command; with errors it has failed. */
export type Printed = { out: string[]; errors?: string[] };

/** A command of the import with its arguments. @param defaultDir the content folder without `--to` */
type Command = (args: string[], defaultDir: string) => Printed;

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];
const shared = { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

/**
 * Makes a command of the import. It knows `--help`, `--to` for another content folder, and the given options.
 * @param run does the work with the named files and the content folder; null when it needs other files
 */
export function importCommand<const O extends Options>(
  usage: string,
  options: O,
  run: (files: string[], dir: string, values: Values<O>) => Printed | null,
): Command {
  return (args, defaultDir) => {
    try {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { ...options, ...shared },
      });
      const { help, to = defaultDir } = values as Values<typeof shared>;
      if (help) return { out: [usage] };
      return run(positionals, to, values as Values<O>) ?? { out: [], errors: [usage] };
    } catch (error) {
      return { out: [], errors: reasonsOf(error, usage) };
    }
  };
}

/** Returns the reasons of a refusal, or a fault of files or arguments; any other is a fault of the program. */
function reasonsOf(error: unknown, usage: string): string[] {
  if (error instanceof ImportRefused) return ['Nothing was imported:', error.message];
  const isExpected = error instanceof Error && ('code' in error || error instanceof SyntaxError);
  if (!isExpected) throw error;
  const isOfArguments = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return [`Nothing was imported: ${error.message}`, ...(isOfArguments ? [usage] : [])];
}

/** Runs a command with the arguments of this process, and prints what it says. */
export function runCommand(command: Command): void {
  const { out, errors } = command(process.argv.slice(2), process.env.CONTENT_DIR ?? 'content');
  if (out.length > 0) process.stdout.write(`${out.join('\n')}\n`);
  if (errors) {
    process.stderr.write(`${errors.join('\n')}\n`);
    process.exitCode = 1;
  }
}
