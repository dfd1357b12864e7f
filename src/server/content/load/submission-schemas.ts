import * as z from 'zod';
import { MAX_URI } from '#server/data-schemas/bounds.ts';

const path = z
  .string()
  .regex(
    /^[GF](\d{8}|\d{11})(\.[GF](\d{8}|\d{11}))*$/,
    'ids of FIM joined by dots: G00000000001.F60000000243',
  );

const submissionSchema = z
  .strictObject({
    schemaUri: z.url('a URI is expected').max(MAX_URI, `at most ${MAX_URI} characters (FIT-Connect)`),
    mimeType: z.enum(['application/json', 'application/xml']),
    file: z
      .string()
      .regex(/^[\w-][\w.-]*\.(json|xsd)$/, 'a file beside this one that ends with .json or .xsd'),
    constants: z.record(path, z.union([z.string(), z.number(), z.boolean()])).optional(),
  })
  .refine(({ mimeType, file }) => file.endsWith('.xsd') === (mimeType === 'application/xml'), {
    path: ['file'],
    message: 'application/json has a JSON Schema (.json), application/xml a schema of XML (.xsd)',
  });

/**
 * The formats in which authorities take the data of a form: the name that destinations offer, and its schema in a file
 * beside the metadata. `constants` are values that no field asks for, by their path in the schema.
 */
export const submissionSchemas = z
  .array(submissionSchema)
  .min(1, 'at least one format, or leave this out')
  .refine(
    (list) => new Set(list.map(({ schemaUri, mimeType }) => `${mimeType} ${schemaUri}`)).size === list.length,
    {
      message: 'two formats have the same name',
    },
  );

export type SubmissionSchemas = z.output<typeof submissionSchemas>;
