import * as z from 'zod';
import type { FormDefinition } from '#forms/types.ts';
import { type ContentFolder, readChecked } from '#server/content/load/folder.ts';
import { faultAt, type JsonFile, type JsonPath } from '#server/content/load/json-file.ts';
import type { ContentFault } from '#server/content/types.ts';
import { readDataSchema } from '#server/data-schemas/data-schema.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import { agreementFaults } from './agreement.ts';

type Entry = { folder: ContentFolder; slug: string; json: JsonFile; path: JsonPath };

/** Returns the faults of a schema's file; without any, those of the form that is to fit it (form-source.ts). */
export function schemaFaults(
  form: FormDefinition,
  kept: KeptSchema,
  { folder, slug, json, path }: Entry,
): ContentFault[] {
  const read = readDataSchema(kept);
  if ('refused' in read) {
    const file = `services/${slug}/${kept.file}`;
    return read.refused.map(({ line, column, reason }) => ({
      file,
      line,
      reason: `column ${column}: ${reason}`,
    }));
  }
  const { json: formJson } = readChecked(folder, `services/${slug}/form.json`, z.unknown());
  return agreementFaults(form, kept).map((fault) =>
    fault.of === 'form' && formJson
      ? faultAt(formJson, fault.path, fault.reason)
      : faultAt(json, [...path, ...(fault.of === 'entry' ? fault.path : [])], fault.reason),
  );
}
