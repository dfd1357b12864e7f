import { useTranslation } from 'react-i18next';
import { localeOf } from '#domain/locale.ts';
import { byteSize } from '#forms/byte-size.ts';
import { displayBytes } from '#forms/display-bytes.ts';
import { kindsInWords } from '#forms/files.ts';
import { offeredTypes } from '#forms/pictures.ts';
import { isFileValue } from '#forms/shape.ts';
import type { ComponentOf, FormValue } from '#forms/types.ts';
import type { PendingFile } from '#machines/upload/pending-files.ts';
import { FileInput } from '#ui/kit/file-input.tsx';
import type { ListedFile } from '#ui/kit/file-row.tsx';
import { type FieldViewProps, useFieldProps } from './field-props.ts';
import { refusalText } from './file-texts.ts';
import type { FormView } from './store.ts';
import { useFormStore, useFormView } from './use-form.ts';

const NONE: readonly PendingFile[] = [];

/** The field file: files named by the form data and files being uploaded in one list. */
export function FileField({ component, path }: FieldViewProps<ComponentOf<'file'>>) {
  const store = useFormStore();
  const { t, i18n } = useTranslation('form');
  const language = localeOf(i18n.language);
  const { field, state, locked } = useFieldProps(component, path);
  const pending = useFormView((view) => view.pendingFiles[path] ?? NONE);
  const pictures = useFormView((view) => view.pictures);
  const rules = t('file.rules', {
    types: kindsInWords(component.filePattern, language),
    size: displayBytes(byteSize(component.fileMaxSize), language).replace(' ', '\u00a0'),
  });
  const listed = (file: PendingFile): ListedFile => ({
    ...file,
    error: file.problem ? refusalText(file, t, language) : undefined,
  });
  return (
    <FileInput
      {...field}
      hint={
        <>
          {field.hint} {rules}
        </>
      }
      accept={offeredTypes(component.filePattern)}
      multiple={component.multiple}
      disabled={locked}
      files={[...keptFiles(state.value, pictures), ...pending.map(listed)]}
      onFiles={(files) => store.upload(path, files)}
      onRetry={(id) => store.retryUpload(id)}
      onRemove={(id) => store.removeFile(path, id)}
      onApprove={(id) => store.approvePicture(id)}
    />
  );
}

const keptFiles = (value: FormValue, pictures: FormView['pictures']): ListedFile[] =>
  (Array.isArray(value) ? value : [])
    .filter((item) => isFileValue(item))
    .map(({ id, name, size }) => ({
      id,
      name,
      size,
      loaded: size,
      stage: 'kept',
      picture: pictures[id],
    }));
