import { existsSync } from 'node:fs';
import { faultLines } from '#server/content/fault-lines.ts';
import { importCommand, runCommand } from '../command.ts';
import { importXzufi, REPORT_FILE } from './import-xzufi.ts';

const USAGE = `Usage: npm run import:xzufi -- FILE… [--to content folder] [--may-shrink]

Brings services, authorities and responsibilities of XZuFi files into a content folder: all of them, or with a fault
none. What becomes of what: docs/import.md.`;

/** `npm run import:xzufi -- FILE… [--to content folder] [--may-shrink]` (docs/import.md). */
runCommand(
  importCommand(USAGE, { 'may-shrink': { type: 'boolean' } }, (files, dir, { 'may-shrink': mayShrink }) => {
    if (files.length === 0) return null;
    if (!existsSync(dir)) {
      return { out: [], errors: [`There is no folder ${dir}: create it first, if it is the right one`] };
    }
    const missing = files.filter((file) => !existsSync(file));
    if (missing.length > 0) return { out: [], errors: missing.map((file) => `There is no file ${file}`) };
    const { report, remaining } = importXzufi(files, dir, { mayShrink });
    const out = [...report, `Imported into ${dir}; this report is ${REPORT_FILE} there.`];
    if (remaining.length === 0) return { out };
    const still = 'The content had these faults before and has them still:';
    return { out: [...out, still, ...faultLines(remaining)] };
  }),
);
