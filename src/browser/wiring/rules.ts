import { withFirstRows } from '#forms/data.ts';
import { objectionTo } from '#forms/files.ts';
import { takesSeveralFiles, withFile, withoutFile } from '#forms/kept-files.ts';
import { fieldAt, filesIn, getValue, insertRow, pageOf, removeRow, setValue } from '#forms/paths.ts';
import { evaluate, pageErrors } from '#forms/rules/rules.ts';
import type { Evaluation, FormData, FormDefinition, FormValue } from '#forms/types.ts';
import type { FormRules } from '#machines/form/form.types.ts';

/**
 * The shared rules in the shape the form workflow takes. The workflow stores the definition without looking into it;
 * the server checked it when it was loaded.
 */
export const formRules: FormRules = {
  evaluate: (definition, data) => evaluate(definition as FormDefinition, data as FormData),
  write: (data, path, value) => setValue(data as FormData, path, value as FormValue),
  pageErrors: (definition, evaluation, page) =>
    pageErrors(definition as FormDefinition, evaluation as Evaluation, page),
  withFirstRows: (definition, data, evaluation) =>
    withFirstRows(definition as FormDefinition, data as FormData, evaluation as Evaluation),
  withRow: (data, { path, index, row }) => insertRow(data as FormData, path, index, row as FormValue),
  rowAt: (data, path, index) => getValue(data as FormData, `${path}[${index}]`),
  withoutRow: (data, path, index) => removeRow(data as FormData, path, index),
  withFile: (definition, data, path, file) =>
    withFile(definition as FormDefinition, data as FormData, path, file),
  withoutFile: (data, path, id) => withoutFile(data as FormData, path, id),
  filesIn: (definition, data) =>
    filesIn(definition as FormDefinition, data as FormData).map(({ file }) => file),
  takesSeveralFiles: (definition, path) => takesSeveralFiles(definition as FormDefinition, path),
  objectionTo: (definition, path, file, others) => {
    const field = fieldAt(definition as FormDefinition, path);
    return field?.type === 'file' ? objectionTo(field, file, others) : { code: 'input-invalid' };
  },
  pageOf: (definition, path) => pageOf(definition as FormDefinition, path) ?? null,
};
