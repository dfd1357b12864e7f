import * as z from 'zod';
import type { Locale } from '#domain/locale.ts';
import { collectTexts, localiseForm } from '#forms/localise.ts';
import { parseForm } from '#forms/schema/schema.ts';
import type { FormDefinition } from '#forms/types.ts';
import { type ContentFolder, readChecked } from '#server/content/load/folder.ts';
import { faultAt } from '#server/content/load/json-file.ts';
import { translationSchema } from '#server/content/load/schemas.ts';
import type { ContentFault } from '#server/content/types.ts';

/** Shape that a form file must have before the rules of `src/forms` check it. */
const formSchema = z.looseObject({ name: z.string() });

/**
 * Reads the German form of a service and its English texts. Every German text needs an English one, and every English
 * one must belong to a German text, so that no form is half translated.
 */
export function loadForm(
  folder: ContentFolder,
  slug: string,
): { form?: Record<Locale, FormDefinition>; faults: ContentFault[] } {
  const read = readChecked(folder, `services/${slug}/form.json`, formSchema);
  const english = readChecked(folder, `services/${slug}/form.en.json`, translationSchema);
  const faults = [...read.faults, ...english.faults];
  if (!read.value) return { faults };
  const { json } = read;
  if (read.value.name !== slug) {
    faults.push(faultAt(json, ['name'], `the name has to be that of the folder, ${slug}`));
  }
  const parsed = parseForm(read.value);
  if ('problems' in parsed) {
    return { faults: [...faults, ...parsed.problems.map(({ path, reason }) => faultAt(json, path, reason))] };
  }
  if (!english.value) return { faults };

  const texts = new Set(collectTexts(parsed.form));
  for (const text of texts) {
    if (Object.hasOwn(english.value, text)) continue;
    faults.push({
      file: json.file,
      line: json.lineOfText(text),
      reason: `no English text for "${text}": write it into form.en.json`,
    });
  }
  for (const text of Object.keys(english.value)) {
    if (texts.has(text)) continue;
    faults.push(faultAt(english.json, [text], 'this is not a text of form.json'));
  }
  if (faults.length > 0) return { faults };
  return { form: { de: parsed.form, en: localiseForm(parsed.form, english.value) }, faults };
}
