import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isFileValue } from '#forms/shape.ts';
import type { FileComponent, FormValue } from '#forms/types.ts';
import { FileInput } from '#ui/kit/file-input.tsx';
import type { ListedFile } from '#ui/kit/file-row.tsx';
import { typeNames } from './error-text.ts';
import { type FieldViewProps, useFieldProps } from './field-props.ts';
import type { FormView, UploadState } from './store.ts';
import { useFormStore, useFormView } from './use-form.ts';

const NONE: readonly UploadState[] = [];

/** file: those that have arrived (form data) and those on their way (uploads) in one list */
export function FileField({ component, path }: FieldViewProps<FileComponent>) {
  const store = useFormStore();
  const { t } = useTranslation('form');
  const { field, state, locked } = useFieldProps(component, path);
  const uploads = useFormView(useMemo(() => (view: FormView) => view.uploads[path] ?? NONE, [path]));
  const rules = t('file.rules', {
    types: typeNames(component.filePattern),
    size: sizeText(component.fileMaxSize),
  });
  return (
    <FileInput
      {...field}
      hint={
        <>
          {field.hint} {rules}
        </>
      }
      accept={component.filePattern}
      multiple={component.multiple}
      disabled={locked}
      files={listFiles(state.value, uploads)}
      onFiles={(files) => store.upload(path, files)}
      onCancel={(id) => store.cancelUpload(path, id)}
      onRetry={(id) => store.retryUpload(path, id)}
      onRemove={(id) => store.removeFile(path, id)}
    />
  );
}

function listFiles(value: FormValue, uploads: readonly UploadState[]): ListedFile[] {
  const stored = Array.isArray(value) ? value.filter((item) => isFileValue(item)) : [];
  const done = stored.map(
    ({ id, name, size }): ListedFile => ({ id, name, size, loaded: size, state: 'done' }),
  );
  return [...done, ...uploads.filter((upload) => !stored.some((file) => file.id === upload.id))];
}

/** "10 MB" for `10MB`. */
const sizeText = (size: string): string => size.replace(/(\d)([A-Za-z])/, '$1\u00a0$2');
