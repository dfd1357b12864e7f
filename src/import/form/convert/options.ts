import type { JsonPath } from '#forms/schema/types.ts';
import { type Conversion, isJson, type Json, jsonList, textOf } from './conversion.ts';
import { plainText } from './html.ts';

/** Allowed values of options: in selectboxes a value is a key of the data (docs/forms.md). */
const PLAIN = { single: /^[A-Za-z0-9][A-Za-z0-9_.-]*$/, boxes: /^[A-Za-z][A-Za-z0-9_-]*$/ };

/**
 * Options as the portal has them: without empty ones, with values that can be stored everywhere. Values that change are
 * remembered for the conditions that compare with them.
 * @param isClosed the options are a closed list, in which a description has no line of its own
 * @param field data path of the field in Form.io
 */
export function convertOptions(
  list: unknown,
  { kind, isClosed }: { kind: keyof typeof PLAIN; isClosed: boolean },
  field: string,
  path: JsonPath,
  conversion: Conversion,
): Json[] {
  const changed = new Map<string, string>();
  const taken = new Set<string>();
  const options = jsonList(list).flatMap(({ value, label, description }) => {
    const given = typeof value === 'object' || value === undefined ? '' : String(value);
    const shown = plainText(textOf(label)) || given;
    if (given === '' && shown === '') return [];
    const plain = plainValue(given || shown, PLAIN[kind], taken);
    taken.add(plain);
    if (plain !== given) changed.set(given, plain);
    const more = plainText(textOf(description));
    if (!more) return [{ value: plain, label: shown }];
    return [
      isClosed
        ? { value: plain, label: `${shown} (${more})` }
        : { value: plain, label: shown, description: more },
    ];
  });
  if (changed.size > 0) {
    conversion.options.set(field, changed);
    const pairs = [...changed].map(([from, to]) => `"${from}" is "${to}"`);
    conversion.note(path, `values of options have letters, digits, _ - and . only: ${pairs.join(', ')}`);
  }
  return options;
}

function plainValue(value: string, allowed: RegExp, taken: Set<string>): string {
  const letters = value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const wish = allowed.test(value) ? value : allowed.test(letters) ? letters : `option_${letters}`;
  let plain = wish;
  for (let number = 2; taken.has(plain); number++) plain = `${wish}_${number}`;
  return plain;
}

/**
 * The options of a select: as values, or as a list of JSON in the form itself. Undefined when they come from elsewhere,
 * which the form's check refuses.
 */
export function listedOptions({ data, dataSrc, valueProperty, template }: Json): unknown[] | undefined {
  const source = isJson(data) ? data : {};
  if (dataSrc === undefined || dataSrc === '' || dataSrc === 'values') {
    return Array.isArray(source.values) ? source.values : [];
  }
  if (dataSrc !== 'json') return undefined;
  const list = typeof source.json === 'string' ? parsedList(source.json) : source.json;
  if (!Array.isArray(list)) return undefined;
  const valueName = textOf(valueProperty) || 'value';
  const labelName = /item\.(\w+)/.exec(textOf(template))?.[1] ?? 'label';
  return list.map((item) =>
    isJson(item) ? { value: item[valueName], label: item[labelName] } : { value: item, label: String(item) },
  );
}

function parsedList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
