import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { importForm } from './import-form.ts';
import { formReport, refusalReport } from './report.ts';
import { existingEnglish, existingForm, serviceFolder, writeForm } from './write.ts';

const USAGE = [
  'Usage: npm run import:form -- FILE [--service NAME] [--to content folder]',
  '',
  'Reads a form that the Form.io builder exported, converts what the portal has in another form, and says what was',
  'changed, left out or refused. With --service it becomes the form of that service (form.json, form.en.json).',
  'See docs/import.md.',
];
const options = { service: { type: 'string' }, to: { type: 'string' }, help: { type: 'boolean' } } as const;

const say = (lines: string[]) => {
  process.stdout.write(`${lines.join('\n')}\n`);
};
const printErrors = (lines: string[]) => {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
};

/** `npm run import:form -- FILE [--service NAME] [--to content folder]` (docs/import.md). */
function run(): void {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [file, ...more] = positionals;
  const { service, to = process.env.CONTENT_DIR ?? 'content' } = values;
  const folder = service && serviceFolder(to, service);
  if (values.help) say(USAGE);
  else if (!file || more.length > 0) printErrors(USAGE);
  else if (folder && !existsSync(`${folder}/service.json`)) {
    printErrors([`There is no service ${service}: ${folder}/service.json is missing (docs/content.md)`]);
  } else convert(file, service, folder);
}

function convert(file: string, service?: string, folder?: string): void {
  const english = folder ? existingEnglish(folder) : {};
  const before = folder ? existingForm(folder) : null;
  if (before === 'faulty') {
    printErrors([
      `Nothing was imported: ${folder}/form.json has faults, so nothing of it could be kept. Correct them (npm run check:content names them), or delete the file.`,
    ]);
    return;
  }
  const result = importForm(file, readFileSync(file, 'utf8'), { name: service, english, before });
  if ('faults' in result) printErrors(refusalReport(result.faults, result.notes));
  else {
    say(formReport(result));
    if (!folder) return;
    writeForm(folder, result);
    say([`It is now the form of ${folder}; npm run check:content says what is still missing.`]);
  }
}

try {
  run();
} catch (error) {
  // Faults of files, of arguments and of the service's own JSON; any other is a fault of the program.
  const isExpected =
    error instanceof Error && ('syscall' in error || 'code' in error || error instanceof SyntaxError);
  if (!isExpected) throw error;
  printErrors([`Nothing was imported: ${error.message}`]);
}
