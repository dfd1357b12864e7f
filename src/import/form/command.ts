import { existsSync, readFileSync } from 'node:fs';
import { faultLines } from '#server/content/fault-lines.ts';
import { importCommand, type Printed } from '../command.ts';
import { importForm } from './import-form.ts';
import { formReport, refusalReport } from './report.ts';
import { ENGLISH, existingTranslations, MISSING, type Translations } from './translations.ts';
import { existingForm, serviceFolder, serviceTitle, writeForm } from './write.ts';

const USAGE = `Usage: npm run import:form -- FILE [--service NAME] [--to content folder]

Reads a form that the Form.io builder exported, converts what the portal has in another form, and says what was
changed, left out or refused. With --service it becomes the form of that service (form.json, form.en.json).
See docs/import.md.`;

/** The import of a form, with the arguments that `USAGE` names. */
export const formCommand = importCommand(
  USAGE,
  { service: { type: 'string' } },
  ([file, ...more], dir, { service }) => {
    if (!file || more.length > 0) return null;
    const folder = service && serviceFolder(dir, service);
    return !folder || existsSync(`${folder}/service.json`)
      ? convert(file, service, folder)
      : failed(`There is no service ${service}: ${folder}/service.json is missing (docs/content.md)`);
  },
);

function convert(file: string, service?: string, folder?: string): Printed {
  const known = folder ? existingTranslations(folder) : NO_TRANSLATIONS;
  if (known.faults.length > 0) return failed('Nothing was imported:', ...faultLines(known.faults));
  const before = folder ? existingForm(folder) : null;
  if (before === 'faulty') {
    return failed(
      `Nothing was imported: ${folder}/form.json has faults, so nothing of it could be kept. Correct them (npm run check:content names them), or delete the file.`,
    );
  }
  const { english, differing } = known;
  const title = folder ? serviceTitle(folder) : undefined;
  const result = importForm(file, readFileSync(file, 'utf8'), { name: service, title, english, before });
  if ('faults' in result) return failed(...refusalReport(result.faults, result.notes));
  const out = [...formReport(result), ...differing.map(twoTranslations)];
  if (!folder) return { out };
  writeForm(folder, result);
  if (result.missing.length > 0)
    out.push(
      `The texts without an English translation are in ${folder}/${MISSING}: write it behind each, and import again.`,
    );
  const told = `It is now the form of ${folder}; npm run check:content says what is still missing.`;
  return { out: [...out, told] };
}

const NO_TRANSLATIONS: Translations = { english: {}, differing: [], faults: [] };

const twoTranslations = (text: string): string =>
  `"${text}" has two different translations: that of ${ENGLISH} stays, that of ${MISSING} is left out`;

function failed(...errors: string[]): Printed {
  return { out: [], errors };
}
