import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { importXzufi, REPORT_FILE } from './import-xzufi.ts';
import { ImportRefused } from './refused.ts';

/** `npm run import:xzufi -- FILE… [--to content folder] [--may-shrink]` (docs/import.md). */
const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string' }, 'may-shrink': { type: 'boolean', default: false } },
});
const dir = values.to ?? process.env.CONTENT_DIR ?? 'content';
const printErrors = (lines: string[]) => {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
};

const missing = files.filter((file) => !existsSync(file));
if (files.length === 0) {
  printErrors(['Usage: npm run import:xzufi -- FILE… [--to content folder] [--may-shrink]']);
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
