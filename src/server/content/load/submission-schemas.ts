import * as z from 'zod';
import { fimPath } from '#forms/schema/fim-path.ts';
import { MAX_URI } from '#server/data-schemas/bounds.ts';

const submissionSchema = z
  .strictObject({
    schemaUri: z.url('a URI is expected').max(MAX_URI, `at most ${MAX_URI} characters (FIT-Connect)`),
    mimeType: z.enum(['application/json', 'application/xml']),
    file: z
      .string()
      .regex(/^[\w-][\w.-]*\.(json|xsd)$/, 'a file beside this one that ends with .json or .xsd'),
    constants: z.record(fimPath, z.union([z.string(), z.number(), z.boolean()])).optional(),
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
