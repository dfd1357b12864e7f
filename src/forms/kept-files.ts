import { fieldAt, getValue, setValue } from './paths.ts';
import { isFileValue } from './shape.ts';
import type { FileValue, FormData, FormDefinition } from './types.ts';

/** The files that the data names at the path of a file field. */
export function filesAt(data: FormData, path: string): FileValue[] {
  const value = getValue(data, path);
  return Array.isArray(value) ? value.filter((item) => isFileValue(item)) : [];
}

/** True if a file field takes more than one file. */
export function takesSeveralFiles(form: FormDefinition, path: string): boolean {
  const field = fieldAt(form, path);
  return field?.type === 'file' && field.multiple;
}

/** A copy of the data that names one more file; in a field for one file it replaces the previous one. */
export const withFile = (form: FormDefinition, data: FormData, path: string, file: FileValue): FormData =>
  setValue(data, path, [...(takesSeveralFiles(form, path) ? filesAt(data, path) : []), file]);

/** A copy of the data that no longer names a file. */
export const withoutFile = (data: FormData, path: string, id: string): FormData =>
  setValue(
    data,
    path,
    filesAt(data, path).filter((file) => file.id !== id),
  );
