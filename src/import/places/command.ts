import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadContent } from '#server/content-store/load.ts';
import { decodeText } from '../encoding.ts';
import { importPlaces } from './import-places.ts';
import { placesReport } from './report.ts';

const USAGE = `Usage: npm run import:places -- areas.csv postcodes.csv [--to content folder]

Replaces the places of a content folder with those of a register: all of them, or with a fault none.
The tables and what becomes of them: docs/import.md.`;

/** The output of a command; with errors it has failed. */
export type Printed = { out: string[]; errors?: string[] };

/**
 * `import:places` with its arguments. Refuses files and folders that are not there: a mistyped folder would be created.
 * @param defaultDir the content folder without `--to`
 */
export function placesCommand(args: string[], defaultDir: string): Printed {
  try {
    return run(args, defaultDir);
  } catch (error) {
    // A wrong option, or a folder that cannot be written.
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { out: [], errors: [error.message, USAGE] };
  }
}

function run(args: string[], defaultDir: string): Printed {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) return { out: [USAGE] };
  const [areas, postcodes, ...more] = positionals;
  const dir = values.to ?? defaultDir;
  if (!areas || !postcodes || more.length > 0) return { out: [], errors: [USAGE] };
  if (!existsSync(dir))
    return refused([`there is no folder ${dir}; create it first, if it is the right one`]);
  const [first, second] = [readTable(areas), readTable(postcodes)];
  if ('reason' in first || 'reason' in second) {
    return refused([first, second].flatMap((read) => ('reason' in read ? [read.reason] : [])));
  }
  const result = importPlaces({ areas: first, postcodes: second }, dir);
  if ('faults' in result) {
    return refused(result.faults.map(({ file, line, reason }) => `${file}:${line}: ${reason}`));
  }
  const check = loadContent(dir);
  const faults = 'faults' in check ? check.faults.length : 0;
  const out = [
    ...[first, second]
      .filter(({ encoding }) => encoding !== 'utf-8')
      .map(({ file, encoding }) => `${file} is read as ${encoding}.`),
    ...placesReport(result.imported),
    `The places of ${dir} are now these.`,
  ];
  if (faults === 0) return { out };
  const broken = `The content as a whole has ${faults} faults, among them what names areas that are gone:`;
  return { out: [...out, broken, 'npm run check:content lists them.'] };
}

const refused = (reasons: string[]): Printed => ({
  out: [],
  errors: ['Nothing was imported:', ...reasons.map((reason) => `  ${reason}`)],
});

function readTable(file: string): { file: string; text: string; encoding: string } | { reason: string } {
  if (!existsSync(file)) return { reason: `there is no file ${file}` };
  if (statSync(file).isDirectory()) return { reason: `${file} is a folder` };
  const decoded = decodeText(readFileSync(file));
  if ('line' in decoded) {
    return { reason: `${file}:${decoded.line}: the encoding is not known; save the table as UTF-8` };
  }
  return { file, ...decoded };
}
