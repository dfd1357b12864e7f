import { englishOf } from '../form/convert/built-in-texts.ts';
import type { WrittenForm } from './form/write-form.ts';
import type { ListOptions } from './lists.ts';

/**
 * English of the texts of a form that is known without an editor: texts of the import, names of countries, and texts
 * around a label whose English one is known.
 * @param given translations that the service has already; they come before all others
 */
export function knownEnglish(
  { english, derived }: Pick<WrittenForm, 'english' | 'derived'>,
  lists: ListOptions,
  given: Readonly<Record<string, string>>,
): Map<string, string> {
  const known = new Map(Object.entries({ ...englishOf, ...lists.english, ...english, ...given }));
  for (const { text, from, make } of derived) {
    const labels = from.flatMap((label) => known.get(label) ?? []);
    if (labels.length === from.length && !known.has(text)) known.set(text, make(labels));
  }
  return known;
}
