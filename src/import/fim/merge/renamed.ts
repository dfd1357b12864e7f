import { type Json, jsonList, textOf } from '../../form/convert/conversion.ts';
import type { ImportRecord } from '../record.ts';

/** The form that the last import wrote, with the keys that its components have now. */
export function renamed({ form, keys: before }: ImportRecord, now: ReadonlyMap<string, string>): Json {
  const changes = new Map(
    [...before].flatMap(([what, key]) => {
      const other = now.get(what);
      return other !== undefined && other !== key ? [[key, other] as const] : [];
    }),
  );
  const copy = structuredClone(form) as unknown as Json;
  const visit = (component: Json) => {
    const key = changes.get(textOf(component.key));
    if (key !== undefined) component.key = key;
    for (const inner of [...jsonList(component.components), ...jsonList(component.columns)]) visit(inner);
  };
  visit(copy);
  return copy;
}
