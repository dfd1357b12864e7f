import { jsonList } from '../../form/convert/conversion.ts';
import type { WrittenForm } from '../form/write-form.ts';
import type { FimPath, FimSchema } from '../model.ts';
import { choicesIn, withChoices } from './choices.ts';
import type { SchemaElements } from './elements.ts';
import { FormPlaces } from './form-places.ts';
import type { ReadRule } from './rule.ts';
import { ruledPaths, type TakenOver, takeOver } from './take-over.ts';
import type { Say } from './write-rules.ts';

/**
 * A form with its rules. Whether a part needs a question in front depends on the rules, and which rules can be written
 * depends on the form: so it is written anew until both fit.
 * @param write the form of a schema where rules show or hide the elements at the paths
 */
export function ruledForm(
  rules: readonly ReadRule[],
  elements: SchemaElements,
  write: (schema: FimSchema, ruled: ReadonlySet<FimPath>) => WrittenForm,
): { written: WrittenForm; rules: TakenOver } {
  let ruled: ReadonlySet<FimPath> = ruledPaths(rules, elements);
  const schema = withChoices(elements.schema, choicesIn(rules, elements));
  for (;;) {
    const written = write(schema, ruled);
    const places = new FormPlaces(written.places, jsonList(written.form.components));
    const taken = takeOver(rules, elements, places, sayIn(written));
    const both = new Set([...ruled].filter((path) => taken.ruled.has(path)));
    if (both.size === ruled.size) return { written, rules: taken };
    ruled = both;
  }
}

/** Texts around labels of a form. */
const sayIn =
  ({ derived }: WrittenForm): Say =>
  (labels, make) => {
    const text = make(labels).de;
    if (!derived.some((one) => one.text === text))
      derived.push({ text, from: labels, make: (english) => make(english).en });
    return text;
  };
