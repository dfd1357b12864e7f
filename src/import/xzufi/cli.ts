import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { importXzufi, REPORT_FILE } from './import-xzufi.ts';
import { ImportRefused } from './refused.ts';

const USAGE = `Usage: npm run import:xzufi -- FILE… [--to content folder] [--may-shrink]

Brings services, authorities and responsibilities of XZuFi files into a content folder: all of them, or with a fault
none. What becomes of what: docs/import.md.`;

/** `npm run import:xzufi -- FILE… [--to content folder] [--may-shrink]` (docs/import.md). */
const { values, files } = argumentsGiven();
const dir = values.to ?? process.env.CONTENT_DIR ?? 'content';

function printErrors(lines: string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}

/** A mistyped option has the same outcome as no file at all. */
function argumentsGiven() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        'may-shrink': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return { values, files: positionals };
  } catch (error) {
    printErrors([error instanceof Error ? error.message : String(error)]);
    return { values: { to: undefined, help: false, 'may-shrink': false }, files: [] };
  }
}

const missing = files.filter((file) => !existsSync(file));
if (values.help) {
  process.stdout.write(`${USAGE}\n`);
} else if (files.length === 0) {
  printErrors([USAGE]);
} else if (!existsSync(dir)) {
  printErrors([`There is no folder ${dir}: create it first, if it is the right one`]);
} else if (missing.length > 0) {
  printErrors(missing.map((file) => `There is no file ${file}`));
} else {
  try {
    const { report, remaining } = importXzufi(files, dir, { mayShrink: values['may-shrink'] });
    const faults = remaining.map(({ file, line, reason }) => `  ${file}:${line}: ${reason}`);
    process.stdout.write(
      `${[...report, `Imported into ${dir}; this report is ${REPORT_FILE} there.`].join('\n')}\n`,
    );
    if (faults.length > 0) {
      process.stdout.write(
        `${['The content had these faults before and has them still:', ...faults].join('\n')}\n`,
      );
    }
  } catch (error) {
    const isOfFiles = error instanceof Error && 'syscall' in error;
    if (!(error instanceof ImportRefused) && !isOfFiles) throw error;
    printErrors(['Nothing was imported:', error.message]);
  }
}
