import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseForm } from '#forms/schema/schema.ts';
import type { FormDefinition } from '#forms/types.ts';
import type { ImportedForm } from './import-form.ts';

/** The folder with the form of a service. */
export const serviceFolder = (contentDir: string, service: string): string =>
  join(contentDir, 'services', service);

/** Translations that the service's form has already; empty if there is no file. */
export function existingEnglish(folder: string): Record<string, string> {
  const file = join(folder, 'form.en.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** The form that the service has already; null if there is none, "faulty" if it cannot be used. */
export function existingForm(folder: string): FormDefinition | 'faulty' | null {
  const file = join(folder, 'form.json');
  if (!existsSync(file)) return null;
  const parsed = parseForm(JSON.parse(readFileSync(file, 'utf8')));
  return 'form' in parsed ? parsed.form : 'faulty';
}

/** Replaces the form of a service, and its translations with those of the texts that it has now. */
export function writeForm(folder: string, { form, english }: ImportedForm): void {
  writeFileSync(join(folder, 'form.json'), `${JSON.stringify(form, null, 2)}\n`);
  writeFileSync(join(folder, 'form.en.json'), `${JSON.stringify(english, null, 2)}\n`);
}
