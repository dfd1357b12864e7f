import { parseForm } from '#forms/schema/schema.ts';
import type { FormDefinition } from '#forms/types.ts';
import type { Json } from '../../form/convert/conversion.ts';
import { ImportRefused } from '../../refused.ts';
import type { ListOptions } from '../lists.ts';
import type { FimPath, FimSchema } from '../model.ts';
import type { Finding } from './findings.ts';
import type { Keys } from './keys.ts';
import { pagesOf } from './pages.ts';
import { type DerivedText, type FormPlace, Writing, type WritingOptions } from './writing.ts';

/** A form for a schema, not yet checked. */
export type WrittenForm = {
  form: Json;
  /** The components of each element, to which rules can be added. */
  places: ReadonlyMap<FimPath, readonly FormPlace[]>;
  findings: Finding[];
  /** English of the texts that the import writes itself. */
  english: Record<string, string>;
  derived: DerivedText[];
};

/**
 * Writes the form for a schema.
 * @param name the form's name here
 * @throws ImportRefused when something is repeated in a repetition and may not be flattened
 */
export function writeFormOf(
  schema: FimSchema,
  name: string,
  { keys, lists, ...options }: WritingOptions & { keys: Keys; lists: ListOptions },
): WrittenForm {
  const writing = new Writing(keys, lists, options);
  const components = pagesOf(schema, writing);
  if (writing.nested.length > 0) throw new ImportRefused(nestedReasons(writing.nested, options.flatten));
  const { places, findings, english, derived } = writing;
  const form = { name, title: schema.label, display: 'wizard', components };
  return { form, places, findings, english, derived };
}

function nestedReasons(nested: Writing['nested'], flatten: number | null): string[] {
  const least = Math.max(...nested.map(({ count }) => count.min), 3);
  const places = nested.map(
    ({ path, label, count: { min, max } }) => `  ${path} "${label}" (${min}:${max ?? '*'})`,
  );
  const way =
    flatten === null
      ? `With --flatten ${least} there are at most ${least} of each, one below the other: people cannot enter more.`
      : `--flatten ${flatten} is less than what they require: take --flatten ${least}.`;
  return ['These repeat in a part that repeats itself, and a form has no rows in rows:', ...places, way];
}

/**
 * Checks a form by the rules of the portal.
 * @throws ImportRefused with all places; a fault of the import, or something in the schema that no form can hold
 */
export function checkedForm(form: Json): FormDefinition {
  const parsed = parseForm(form);
  if ('problems' in parsed)
    throw new ImportRefused(parsed.problems.map(({ path, reason }) => `${elementAt(form, path)}: ${reason}`));
  return parsed.form;
}

/** The innermost element of the schema, or key of the form, on a path. */
function elementAt(form: Json, path: readonly (string | number)[]): string {
  let name = '';
  let value: unknown = form;
  for (const step of path) {
    value = (value as Record<string | number, unknown> | undefined)?.[step];
    const { key, label, properties } = (value ?? {}) as Json;
    if (typeof key === 'string') name = `${(properties as Json | undefined)?.fim ?? key} "${label}"`;
  }
  return name || path.join('.');
}
