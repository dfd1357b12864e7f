import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultLines } from '#server/content/fault-lines.ts';
import { importCommand, type Printed } from '../command.ts';
import { ENGLISH, existingTranslations, MISSING, missingFile } from '../form/translations.ts';
import { existingForm, serviceFolder } from '../form/write.ts';
import { stagingBeside, takePlace } from '../swap.ts';
import { type FimOptions, type ImportedFim, importFim } from './import-fim.ts';
import { leikaOf, leikaReport } from './leika.ts';
import { lastImport, RECORD, recordText } from './record.ts';
import { fimReport } from './report.ts';
import { lands } from './rules/prose/lands.ts';
import { RULES_TODO, rulesTodo } from './rules/todo.ts';

const USAGE = `Usage: npm run import:fim -- SCHEMA [LIST…] --service NAME [--to content folder]
         [--leika KEY] [--rules FILE] [--land SH] [--flatten NUMBER] [--draft]

Makes the form of a service from a data schema of FIM (XDatenfelder 2.0 or 3.0.0) and the code lists that it refers to
(Genericode), and says what was changed, left out or refused.
  --leika KEY       the service that the schema is for; another service does not get it
  --rules FILE      rules of the schema as the FIM portal translates them (JSON), instead of their prose
  --land SH         the Land for which rules count that differ by Land
  --flatten NUMBER  at most so many entries of what repeats in a repetition, one below the other
  --draft           takes a schema that is not approved
See docs/import.md.`;

/** The import of a data schema, with the arguments that `USAGE` names. */
export const fimCommand = importCommand(
  USAGE,
  {
    service: { type: 'string' },
    leika: { type: 'string' },
    rules: { type: 'string' },
    land: { type: 'string' },
    flatten: { type: 'string' },
    draft: { type: 'boolean' },
  },
  ([file, ...lists], dir, { service, leika, rules = null, land = null, flatten, draft = false }) => {
    if (!file) return null;
    if (!service)
      return { out: [], errors: ['--service is missing: the folder of the service in services/.', USAGE] };
    const folder = serviceFolder(dir, service);
    if (!existsSync(join(folder, 'service.json')))
      return failed(`There is no service ${service}: ${folder}/service.json is missing (docs/content.md)`);
    const own = leikaOf(folder);
    if (leika !== undefined && leika !== own)
      return failed(`The schema is for the service ${leika}, and ${folder} is of ${own || 'none'}`);
    const most = flatten === undefined ? null : Number(flatten);
    if (most !== null && !(Number.isInteger(most) && most >= 1 && most <= MOST_PARTS))
      return failed(`--flatten takes a number from 1 to ${MOST_PARTS}`);
    if (land !== null && !isLand(land)) return failed(`--land takes one of ${lands.join(', ')}`);
    const options = { rules, land, flatten: most, isDraftAccepted: draft };
    return convert(file, lists, { name: service, folder, ...options });
  },
);

/** More parts of one kind in a row of a form nobody fills in. */
const MOST_PARTS = 10;

const isLand = (letters: string): boolean => (lands as readonly string[]).includes(letters);

type Options = Pick<FimOptions, 'name' | 'rules' | 'land' | 'flatten' | 'isDraftAccepted'> & {
  folder: string;
};

function convert(file: string, lists: string[], { folder, ...options }: Options): Printed {
  const translations = existingTranslations(folder);
  if (translations.faults.length > 0)
    return failed('Nothing was imported:', ...faultLines(translations.faults));
  const before = existingForm(folder);
  if (before === 'faulty')
    return failed(
      `Nothing was imported: ${folder}/form.json has faults, so nothing of it could be kept. Correct them (npm run check:content names them), or delete the file.`,
    );
  const record = lastImport(folder);
  const imported = importFim(file, { ...options, lists, english: translations.english, before, record });
  writeFiles(folder, imported);
  return {
    out: [
      ...fimReport(imported),
      ...leikaReport(imported.read.leikaKeys, leikaOf(folder)),
      `It is now the form of ${folder}; npm run check:content says what is still missing.`,
    ],
  };
}

/** Puts all files of the form in their place, or none. */
function writeFiles(folder: string, imported: ImportedFim): void {
  const { read, form, written, english, missing, keys, rules, schemaFile } = imported;
  const staged = stagingBeside(folder);
  cpSync(folder, staged, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(staged, name), text);
  write('form.json', `${JSON.stringify(form, null, 2)}\n`);
  write(ENGLISH, `${JSON.stringify(english, null, 2)}\n`);
  if (missing.length > 0) write(MISSING, missingFile(missing));
  else rmSync(join(staged, MISSING), { force: true });
  const todo = rulesTodo(read.schema, rules);
  if (todo !== undefined) write(RULES_TODO, todo);
  else rmSync(join(staged, RULES_TODO), { force: true });
  write(schemaFile.name, schemaFile.text);
  write(RECORD, recordText(keys, written));
  takePlace(staged, folder);
}

const failed = (...errors: string[]): Printed => ({ out: [], errors });
