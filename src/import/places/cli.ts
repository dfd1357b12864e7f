import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadContent } from '#server/content-store/load.ts';
import { importPlaces } from './import-places.ts';
import { placesReport } from './report.ts';

/** `npm run import:places -- areas.csv postcodes.csv [--to content folder]` (docs/import.md). */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
const [areas, postcodes, ...more] = positionals;
const dir = values.to ?? process.env.CONTENT_DIR ?? 'content';

const say = (lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);
const printErrors = (lines: string[]) => {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
};
const source = (file: string) => ({ file, text: readFileSync(file, 'utf8') });

if (!areas || !postcodes || more.length > 0) {
  printErrors(['Usage: npm run import:places -- areas.csv postcodes.csv [--to content folder]']);
} else {
  const result = importPlaces({ areas: source(areas), postcodes: source(postcodes) }, dir);
  if ('faults' in result) {
    const faults = result.faults.map(({ file, line, reason }) => `  ${file}:${line}: ${reason}`);
    printErrors(['Nothing was imported:', ...faults]);
  } else {
    say([...placesReport(result.imported), `The places of ${dir} are now these.`]);
    const check = loadContent(dir);
    const count = 'faults' in check ? check.faults.length : 0;
    if (count > 0) {
      say([`The content as a whole has ${count} faults, among them what names areas that are gone:`]);
      say(['npm run check:content lists them.']);
    }
  }
}
