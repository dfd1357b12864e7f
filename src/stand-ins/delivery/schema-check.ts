import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';

/** A schema that an authority's software has: the name by which destinations offer it, and its file. */
export type KnownSchema = { schemaUri: string; mimeType: string; text: string };

/** Checks of data by the name of its schema: null for data that fits, otherwise why not. */
export type SchemaChecks = ReadonlyMap<string, (text: string) => string | null>;

/**
 * Returns the checks of data that the schemas describe. They share no code with the portal's own check, so that one does not pass what the other has got wrong.
 */
export function schemaChecks(schemas: readonly KnownSchema[]): SchemaChecks {
  return new Map(
    schemas.map(({ schemaUri, mimeType, text }) => [
      schemaUri,
      mimeType === 'application/xml' ? xmlCheck(text) : jsonCheck(text),
    ]),
  );
}

/** Returns the text of data, or null for bytes that are no JSON or XML in UTF-8. */
export function wellFormed(kind: 'json' | 'xml', bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (kind === 'json') JSON.parse(text);
    else XmlDocument.fromString(text).dispose();
    return text;
  } catch {
    return null;
  }
}

function jsonCheck(schema: string): (text: string) => string | null {
  let validate: ValidateFunction | undefined;
  return (text) => {
    validate ??= compiled(schema);
    if (validate(JSON.parse(text))) return null;
    const [first] = validate.errors ?? [];
    return `${first?.instancePath || '/'} ${first?.message}`;
  };
}

function compiled(schema: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addFormat('datetime', true);
  return ajv.compile(JSON.parse(schema));
}

const xmlCheck =
  (schema: string) =>
  (text: string): string | null => {
    using document = XmlDocument.fromString(schema);
    using validator = XsdValidator.fromDoc(document);
    using data = XmlDocument.fromString(text);
    try {
      validator.validate(data);
      return null;
    } catch (error) {
      if (error instanceof XmlValidateError) return error.message;
      throw error;
    }
  };
