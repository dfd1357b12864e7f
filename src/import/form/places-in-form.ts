import type { JsonPath } from '#forms/schema/types.ts';
import { isJson, type Json, textOf } from './convert/conversion.ts';
import { plainText } from './convert/html.ts';

const LONGEST = 60;

/**
 * The place of a part of an export as the builder shows it: the names of the components around it, and name and key
 * of its own, `"Kontakt" › "Telefon" (phone)`. Pages and parts show a title or a legend, and have labels such as
 * "Panel" besides. Exports on one line have no other place by which it could be found.
 * Empty for settings of the whole form.
 */
export function placeInForm(exported: Json, path: JsonPath): string {
  const names: { label: string; key: string; type: string }[] = [];
  let value: unknown = exported;
  for (const step of path) {
    value = (value as Record<string | number, unknown> | undefined)?.[step];
    if (!isJson(value) || typeof value.type !== 'string') continue;
    const component = value;
    const texts = ['title', 'legend', 'label'].map((name) => plainText(textOf(component[name])));
    const label = texts.find((text) => text !== '') ?? '';
    names.push({ label, key: textOf(component.key), type: component.type as string });
  }
  const inner = names.pop();
  if (!inner) return '';
  const around = names.flatMap(({ label, key }) => (label || key ? [label ? quoted(label) : key] : []));
  return [...around, nameOf(inner)].join(' › ');
}

function nameOf({ label, key, type }: { label: string; key: string; type: string }): string {
  if (key === '') return label === '' ? `a ${type} without key` : `${quoted(label)} (a ${type} without key)`;
  return label === '' ? key : `${quoted(label)} (${key})`;
}

function quoted(label: string): string {
  const line = label.replace(/\s+/g, ' ');
  return `"${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}"`;
}
