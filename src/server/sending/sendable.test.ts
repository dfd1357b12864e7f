import { describe, expect, it } from 'vitest';
import type { FormData } from '#forms/types.ts';
import type { Metadata } from '#server/content/types.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import type { EngineForm } from '#server/ports/form.ts';
import { ProblemError } from '#server/problem-error.ts';
import { assertSendable, UNFIT } from './sendable.ts';

const schema: KeptSchema = {
  schemaUri: 'urn:example:dog',
  mimeType: 'application/json',
  file: 'schema.json',
  text: JSON.stringify({
    type: 'object',
    properties: { F99000000001: { type: 'string', maxLength: 5 } },
    required: ['F99000000001'],
    additionalProperties: false,
  }),
  constants: {},
};
/** A form that writes its data as it is, whatever the schema. */
const form = { inSchema: (_: KeptSchema, data: FormData) => JSON.stringify(data) } as EngineForm;

function sendable(data: FormData, dataSchemas?: KeptSchema[]) {
  const lines: unknown[] = [];
  const log = { error: (told: { err: Error }, message: string) => lines.push([message, told.err.message]) };
  const metadata = { ...(dataSchemas && { dataSchemas }) } as Metadata;
  try {
    assertSendable({ log } as never, 'process', { metadata, form, data });
    return { code: null, lines };
  } catch (error) {
    return { code: error instanceof ProblemError ? error.code : error, lines };
  }
}

describe('data in an authority’s format', () => {
  it('can be sent when it fits, and in our own format whatever it is', () => {
    expect(sendable({ F99000000001: 'Bello' }, [schema])).toEqual({ code: null, lines: [] });
    expect(sendable({ F99000000001: 'Bello der Große' })).toEqual({ code: null, lines: [] });
  });

  it('cannot be confirmed when it does not fit, and the log names the place without the value', () => {
    const { code, lines } = sendable({ F99000000001: 'Bello der Große' }, [schema]);
    expect(code).toBe('data-unsendable');
    expect(lines).toEqual([
      [
        UNFIT,
        expect.stringMatching(/^delivery service: the data does not fit urn:example:dog: F99000000001 /),
      ],
    ]);
    expect(JSON.stringify(lines)).not.toContain('Bello');
  });

  it('has to fit each of the formats: nobody knows yet which one the destination takes', () => {
    const other = { ...schema, schemaUri: 'urn:example:other', text: schema.text.replace('5', '100') };
    expect(sendable({ F99000000001: 'Bello der Große' }, [other, schema]).code).toBe('data-unsendable');
  });
});
