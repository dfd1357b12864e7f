import { existsSync, readFileSync, statSync } from 'node:fs';
import { faultLines } from '#server/content/fault-lines.ts';
import { loadContent } from '#server/content-store/load.ts';
import { importCommand } from '../command.ts';
import { decodeText } from '../encoding.ts';
import { ImportRefused } from '../refused.ts';
import { importPlaces } from './import-places.ts';
import { placesReport } from './report.ts';

const USAGE = `Usage: npm run import:places -- areas.csv postcodes.csv [--to content folder] [--inhabited KEY]…

Replaces the places of a content folder with those of a register: all of them, or with a fault none.
--inhabited names an area that belongs to no municipality, and that people live in, by its regional key.
The tables and what becomes of them: docs/import.md.`;

/**
 * `import:places` with its arguments. Refuses files and folders that are not there: a mistyped folder would be created.
 */
export const placesCommand = importCommand(
  USAGE,
  { inhabited: { type: 'string', multiple: true } },
  ([areas, postcodes, ...more], dir, { inhabited }) => {
    if (!areas || !postcodes || more.length > 0) return null;
    if (!existsSync(dir))
      throw refused([`there is no folder ${dir}; create it first, if it is the right one`]);
    const [first, second] = [readTable(areas), readTable(postcodes)];
    if ('reason' in first || 'reason' in second) {
      throw refused([first, second].flatMap((read) => ('reason' in read ? [read.reason] : [])));
    }
    const result = importPlaces({ areas: first, postcodes: second }, dir, inhabited);
    if ('faults' in result) throw new ImportRefused(faultLines(result.faults));
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
  },
);

const refused = (reasons: string[]) => new ImportRefused(reasons.map((reason) => `  ${reason}`));

function readTable(file: string): { file: string; text: string; encoding: string } | { reason: string } {
  if (!existsSync(file)) return { reason: `there is no file ${file}` };
  if (statSync(file).isDirectory()) return { reason: `${file} is a folder` };
  const decoded = decodeText(readFileSync(file));
  if ('line' in decoded) {
    return { reason: `${file}:${decoded.line}: the encoding is not known; save the table as UTF-8` };
  }
  return { file, ...decoded };
}
