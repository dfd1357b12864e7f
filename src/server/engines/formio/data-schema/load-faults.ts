import * as z from 'zod';
import type { FormDefinition } from '#forms/types.ts';
import { type ContentFolder, readChecked } from '#server/content/load/folder.ts';
import { faultAt, type JsonFile, type JsonPath } from '#server/content/load/json-file.ts';
import type { ContentFault } from '#server/content/types.ts';
import { dataFaults, readDataSchema } from '#server/data-schemas/data-schema.ts';
import { sampleOf } from '#server/data-schemas/sample.ts';
import type { DataFault, KeptSchema } from '#server/ports/data-schema.ts';
import { agreementFaults } from './agreement.ts';
import { type Amount, answersTo } from './answers.ts';
import { inSchema } from './fill.ts';

type Entry = { folder: ContentFolder; slug: string; json: JsonFile; path: JsonPath };

const AMOUNTS: readonly Amount[] = ['least', 'most'];
const WORDS = { least: 'with the fewest answers', most: 'with all answers' } as const;

/**
 * Returns the faults of a schema's file; without any, those of the form that is to fit it; and without those, what the
 * schema says of data with the fewest and with all answers (form-source.ts).
 */
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
  const faults = agreementFaults(form, kept);
  if (faults.length === 0) {
    return trialFaults(form, kept).map(({ path: place, reason }) =>
      faultAt(json, path, `${place === '' ? 'the whole' : place}: ${reason}`),
    );
  }
  const { json: formJson } = readChecked(folder, `services/${slug}/form.json`, z.unknown());
  return faults.map((fault) =>
    fault.of === 'form' && formJson
      ? faultAt(formJson, fault.path, fault.reason)
      : faultAt(json, fault.of === 'entry' ? [...path, ...fault.path] : path, fault.reason),
  );
}

/**
 * Returns what the schema says of data with the fewest and with all answers. Where no answers are found that the form
 * accepts, data is made from the schema itself: then at least the schema can be met.
 */
export function trialFaults(form: FormDefinition, kept: KeptSchema): DataFault[] {
  return AMOUNTS.flatMap((amount) => {
    const answers = answersTo(form, amount);
    const text = answers === null ? sampleOf(kept, amount) : inSchema(form, kept, answers);
    const told = answers === null ? 'of the schema itself' : WORDS[amount];
    return dataFaults(kept, text).map(({ path, reason }) => ({
      path,
      reason: `data ${told} does not fit ${kept.file}: ${reason}`,
    }));
  });
}
