import { existsSync, readFileSync } from 'node:fs';
import { importCommand, type Printed, runCommand } from '../command.ts';
import { importForm } from './import-form.ts';
import { formReport, refusalReport } from './report.ts';
import { existingEnglish, existingForm, serviceFolder, writeForm } from './write.ts';

const USAGE = `Usage: npm run import:form -- FILE [--service NAME] [--to content folder]

Reads a form that the Form.io builder exported, converts what the portal has in another form, and says what was
changed, left out or refused. With --service it becomes the form of that service (form.json, form.en.json).
See docs/import.md.`;

/** `npm run import:form -- FILE [--service NAME] [--to content folder]` (docs/import.md). */
runCommand(
  importCommand(USAGE, { service: { type: 'string' } }, ([file, ...more], dir, { service }) => {
    if (!file || more.length > 0) return null;
    const folder = service && serviceFolder(dir, service);
    return !folder || existsSync(`${folder}/service.json`)
      ? convert(file, service, folder)
      : failed(`There is no service ${service}: ${folder}/service.json is missing (docs/content.md)`);
  }),
);

function convert(file: string, service?: string, folder?: string): Printed {
  const english = folder ? existingEnglish(folder) : {};
  const before = folder ? existingForm(folder) : null;
  if (before === 'faulty') {
    return failed(
      `Nothing was imported: ${folder}/form.json has faults, so nothing of it could be kept. Correct them (npm run check:content names them), or delete the file.`,
    );
  }
  const result = importForm(file, readFileSync(file, 'utf8'), { name: service, english, before });
  if ('faults' in result) return failed(...refusalReport(result.faults, result.notes));
  const out = formReport(result);
  if (!folder) return { out };
  writeForm(folder, result);
  const told = `It is now the form of ${folder}; npm run check:content says what is still missing.`;
  return { out: [...out, told] };
}

function failed(...errors: string[]): Printed {
  return { out: [], errors };
}
