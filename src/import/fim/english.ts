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
): Record<string, string> {
  const known = { ...englishOf, ...lists.english, ...english, ...given };
  const made = derived.flatMap(({ text, from, make }) => {
    const label = known[from];
    return label === undefined ? [] : [[text, make(label)] as const];
  });
  return { ...Object.fromEntries(made), ...known };
}
