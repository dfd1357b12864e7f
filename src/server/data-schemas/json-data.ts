import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { DataFault } from '#server/ports/data-schema.ts';
import { idOfName } from './node.ts';
import { jsonPattern, matches } from './patterns.ts';

/** Faults that are told of one text. */
const MAX_FAULTS = 20;

/**
 * Compiles the check of a JSON text by a JSON Schema that was read already (json-schema.ts): nothing in it leads out of
 * the file or in a circle, and its patterns end. Ajv makes code of it, so it is for the server only.
 */
export function jsonCheck(schema: string): (text: string) => DataFault[] {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    code: { regExp: Object.assign(linear, { code: 'linear' }) },
  });
  addFormats.default(ajv, ['date', 'date-time', 'iso-time', 'iso-date-time']);
  // A time without its offset: FIM's times have none, and JSON Schema does not demand that formats are checked.
  ajv.addFormat('time', ajv.formats['iso-time']!);
  ajv.addFormat('datetime', ajv.formats['iso-date-time']!);
  const { $schema, $id, ...rules } = JSON.parse(schema) as Record<string, unknown>;
  const check = ajv.compile(rules);
  return (text) => {
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      return [{ path: '', reason: 'it is not valid JSON' }];
    }
    return check(data) ? [] : faultsOf(check.errors ?? []);
  };
}

/** Ajv's own way is JavaScript's, which may not end. Ajv keeps one for all that are the same as a text. */
function linear(written: string): { test(text: string): boolean; toString(): string } {
  const pattern = jsonPattern(written);
  return { test: (text) => matches(pattern, text), toString: () => written };
}

function faultsOf(errors: ErrorObject[]): DataFault[] {
  // Of a list of alternatives, `oneOf` itself says enough.
  const told = errors.filter(({ schemaPath }) => !/\/oneOf\/\d+\//.test(schemaPath));
  return told.slice(0, MAX_FAULTS).map(({ instancePath, keyword, params }) => {
    const place = pathOf(instancePath);
    const missing = keyword === 'required' ? idOfName(String(params.missingProperty)) : null;
    if (missing !== null)
      return { path: place === '' ? missing : `${place}.${missing}`, reason: 'it is missing' };
    return { path: place, reason: REASONS[keyword] ?? `it breaks "${keyword}"` };
  });
}

/** None of them repeats a value. */
const REASONS: Record<string, string> = {
  type: 'it is of another type',
  additionalProperties: 'it has an element that the schema does not know',
  minLength: 'it is too short',
  maxLength: 'it is too long',
  pattern: 'it does not match the pattern',
  format: 'it is no such date or time',
  minimum: 'it is too small',
  exclusiveMinimum: 'it is too small',
  maximum: 'it is too large',
  exclusiveMaximum: 'it is too large',
  minItems: 'there are too few entries',
  maxItems: 'there are too many entries',
  enum: 'it is none of the listed values',
  const: 'it is none of the listed values',
  oneOf: 'it is none of the listed values, or not exactly one of a choice',
};

/** `/G17003640/0/F60000228V1.0` as `G17000003640[0].F60000000228`. */
function pathOf(instancePath: string): string {
  let path = '';
  for (const step of instancePath.split('/').slice(1)) {
    if (/^\d+$/.test(step)) path += `[${step}]`;
    else path += `${path === '' ? '' : '.'}${idOfName(step) ?? '?'}`;
  }
  return path;
}
