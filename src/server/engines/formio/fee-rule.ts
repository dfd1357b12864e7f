import { parseForm } from '#forms/schema/schema.ts';
import type { FormDefinition, JsonLogic } from '#forms/types.ts';
import { faultAt, type JsonFile, type JsonPath } from '#server/content/load/json-file.ts';
import type { ContentFault } from '#server/content/types.ts';

/**
 * Checks a fee rule as if it calculated one more field at the end of the form, so that fee rules and forms know the
 * same operators and a rule cannot read a field that the form does not have.
 */
export function feeRuleFaults(
  rule: JsonLogic,
  form: FormDefinition,
  path: JsonPath,
  json: JsonFile,
): ContentFault[] {
  const field = { type: 'number', key: 'feeRule', label: 'feeRule', input: true, calculateValue: rule };
  const panel = {
    type: 'panel',
    key: 'feeRulePage',
    label: 'feeRule',
    title: 'feeRule',
    components: [field],
  };
  const parsed = parseForm({ ...form, components: [...form.components, panel] });
  if ('form' in parsed) return [];
  const place = ['components', form.components.length, 'components', 0, 'calculateValue'];
  return parsed.problems
    .filter((problem) => place.every((step, index) => problem.path[index] === step))
    .map((problem) =>
      faultAt(json, [...path, 'feeRule', ...problem.path.slice(place.length)], problem.reason),
    );
}
