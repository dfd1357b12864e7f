import { parseArgs } from 'node:util';
import { layers } from '#contract/walked-parts.ts';
import { type Locale, locales } from '#domain/locale.ts';
import type { Layer } from '../reporting/shape.ts';
import { subjectNames } from '../subjects/index.ts';
import { type Asked, CannotDo, type Command } from './commands/command.ts';
import { coverage } from './commands/coverage.ts';
import { diff } from './commands/diff.ts';
import { list } from './commands/list.ts';
import { lock } from './commands/lock.ts';
import { run } from './commands/run.ts';
import { show } from './commands/show.ts';
import { strategies } from './strategies.ts';

const commands: Readonly<Record<string, Command>> = { list, show, run, diff, lock, coverage };

const usage = [
  'npm run paths -- COMMAND',
  '',
  ...Object.values(commands).map((command) => `  ${command.usage}`),
  '',
  `machines: ${subjectNames.toSorted().join(', ')}`,
].join('\n');

const options = {
  machine: { type: 'string' },
  layer: { type: 'string' },
  strategy: { type: 'string' },
  seed: { type: 'string' },
  language: { type: 'string' },
  visible: { type: 'boolean' },
  new: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** One of the allowed words, or undefined if none is given. */
function oneOf<T extends string>(what: string, all: readonly T[], said: string | undefined): T | undefined {
  const found = all.find((it) => it === said);
  if (said !== undefined && found === undefined) {
    throw new CannotDo(`there is no ${what} "${said}", but: ${all.join(', ')}`);
  }
  return found;
}

function read(args: readonly string[]): { command: Command; asked: Asked } {
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
  if (values.help) throw new CannotDo(usage);
  const [name, id] = positionals;
  const command = commands[oneOf('command', Object.keys(commands), name) ?? ''];
  if (!command) throw new CannotDo(usage);
  const unused = Object.keys(values).find((it) => !command.options.some((option) => option === it));
  if (unused !== undefined) {
    throw new CannotDo(`${name} has no --${unused}:\n\n  ${command.usage}`);
  }
  const seed = Number(values.seed ?? 1);
  if (!Number.isSafeInteger(seed)) throw new CannotDo('--seed is a whole number');
  return {
    command,
    asked: {
      id,
      machine: oneOf('machine', subjectNames.toSorted(), values.machine),
      layer: oneOf<Layer>('layer', layers, values.layer),
      strategy: oneOf('strategy', strategies, values.strategy),
      seed,
      locale: oneOf<Locale>('language', locales, values.language),
      visible: values.visible ?? false,
      isNew: values.new ?? false,
    },
  };
}

/**
 * `npm run paths`.
 * @returns the code that the program ends with: 2 for what cannot be done
 */
export async function main(args: readonly string[], print: (line: string) => void): Promise<number> {
  try {
    const { command, asked } = read(args);
    return await command.run(asked, print);
  } catch (error) {
    const isMistake = error instanceof CannotDo || (error as { code?: string }).code?.startsWith('ERR_PARSE');
    if (!isMistake) throw error;
    print((error as Error).message);
    return 2;
  }
}
