import type { DataFault, KeptSchema } from '#server/ports/data-schema.ts';
import { MAX_BYTES, MAX_URI } from './bounds.ts';
import { jsonCheck } from './json-data.ts';
import { readJsonSchema } from './json-schema.ts';
import { type SchemaFault, type SchemaGroup, SchemaRefused } from './node.ts';
import type { SchemaObject } from './value.ts';
import { writeXml } from './write-xml.ts';
import { xmlCheck } from './xml-data.ts';
import { readXsd } from './xsd.ts';

/** A schema that was read: its elements, how data is written by it, and whether a text fits it. */
export type DataSchema = {
  root: SchemaGroup;
  write(data: SchemaObject): string;
  faults(text: string): DataFault[];
};

type Read = { schema: DataSchema } | { refused: SchemaFault[] };

const known = new WeakMap<KeptSchema, Read>();

/** Returns the schema, or why it is refused. It is compiled once for each object. */
export function readDataSchema(kept: KeptSchema): Read {
  let read = known.get(kept);
  if (!read) {
    read = readAnew(kept);
    known.set(kept, read);
  }
  return read;
}

/**
 * Returns a schema that the content was loaded with.
 * @throws SchemaRefused for one that would have been refused then
 */
export function dataSchema(kept: KeptSchema): DataSchema {
  const read = readDataSchema(kept);
  if ('refused' in read) throw new SchemaRefused(read.refused);
  return read.schema;
}

/** Returns why a text is no data by the schema, without any value of it; nothing if it fits. */
export const dataFaults = (kept: KeptSchema, text: string): DataFault[] => dataSchema(kept).faults(text);

function readAnew(kept: KeptSchema): Read {
  const whole = (reason: string): Read => ({ refused: [{ line: 1, column: 1, reason }] });
  if (kept.schemaUri.length > MAX_URI)
    return whole(`the schemaUri is longer than ${MAX_URI} letters, which FIT-Connect does not take`);
  if (Buffer.byteLength(kept.text) > MAX_BYTES)
    return whole(`the file is larger than ${MAX_BYTES / 1024} KB`);
  try {
    const schema = schemaOf(kept);
    return { schema };
  } catch (error) {
    if (error instanceof SchemaRefused) return { refused: error.faults };
    throw error;
  }
}

function schemaOf({ mimeType, text }: KeptSchema): DataSchema {
  const plain = text.replace(/^\uFEFF/, '');
  if (mimeType === 'application/json') {
    const root = readJsonSchema(plain);
    return { root, write: (data) => JSON.stringify(data), faults: jsonCheck(plain) };
  }
  const { root, namespace } = readXsd(plain);
  return { root, write: (data) => writeXml(root, namespace, data), faults: xmlCheck(plain, root) };
}
