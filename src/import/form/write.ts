import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseForm } from '#forms/schema/schema.ts';
import type { FormDefinition } from '#forms/types.ts';
import { isJson, type Json, type OwnText } from './convert/conversion.ts';
import type { ImportedForm } from './import-form.ts';
import { ENGLISH, MISSING, missingFile } from './translations.ts';

/** The folder with the form of a service. */
export const serviceFolder = (contentDir: string, service: string): string =>
  join(contentDir, 'services', service);

/** The title of the service; undefined if its file says none. */
export function serviceTitle(folder: string): OwnText | undefined {
  const { title } = JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8')) as Json;
  const { de, en } = isJson(title) ? title : {};
  return typeof de === 'string' && typeof en === 'string' ? { de, en } : undefined;
}

/** The form that the service has already; null if there is none, "faulty" if it cannot be used. */
export function existingForm(folder: string): FormDefinition | 'faulty' | null {
  const file = join(folder, 'form.json');
  if (!existsSync(file)) return null;
  const parsed = parseForm(JSON.parse(readFileSync(file, 'utf8')));
  return 'form' in parsed ? parsed.form : 'faulty';
}

/**
 * Replaces the form of a service, and its translations with those of the texts that it has now; texts without one go
 * into a file of their own, which is there as long as any is missing.
 */
export function writeForm(folder: string, { form, english, missing }: ImportedForm): void {
  writeFileSync(join(folder, 'form.json'), `${JSON.stringify(form, null, 2)}\n`);
  writeFileSync(join(folder, ENGLISH), `${JSON.stringify(english, null, 2)}\n`);
  if (missing.length > 0) writeFileSync(join(folder, MISSING), missingFile(missing));
  else rmSync(join(folder, MISSING), { force: true });
}
