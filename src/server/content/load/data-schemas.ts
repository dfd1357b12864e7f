import type { KeptSchema } from '#server/ports/data-schema.ts';
import type { ContentFault, KeptForm } from '../types.ts';
import type { ContentFolder } from './folder.ts';
import type { FormSource } from './form-source.ts';
import { faultAt, type JsonFile } from './json-file.ts';
import type { SubmissionSchemas } from './submission-schemas.ts';

/**
 * Reads the schemas that the metadata of a service name, and compares the form with each: what the form accepts has to
 * fit, before the first person sends it.
 */
export function loadDataSchemas(
  folder: ContentFolder,
  slug: string,
  entries: SubmissionSchemas,
  { engine, form, json }: { engine: FormSource; form: KeptForm | undefined; json: JsonFile },
): { kept: KeptSchema[]; faults: ContentFault[] } {
  const kept: KeptSchema[] = [];
  const faults: ContentFault[] = [];
  for (const [index, { schemaUri, mimeType, file, constants = {} }] of entries.entries()) {
    const path = ['submissionSchemas', index];
    const name = `services/${slug}/${file}`;
    if (!folder.has(name)) {
      faults.push(faultAt(json, [...path, 'file'], `there is no ${name}`));
      continue;
    }
    const schema: KeptSchema = { schemaUri, mimeType, file, text: folder.read(name), constants };
    kept.push(schema);
    if (form) faults.push(...engine.schemaFaults(form, schema, { folder, slug, json, path }));
  }
  return { kept, faults };
}
