import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import { controlProps, FieldMessages, type FieldProps, OptionalMark } from './field.tsx';
import { FileRow, type ListedFile } from './file-row.tsx';
import { Icon } from './icon.tsx';

export type { ListedFile } from './file-row.tsx';

export type FileInputProps = FieldProps & {
  files: readonly ListedFile[];
  /** What the file dialog offers, e.g. "application/pdf,image/jpeg". */
  accept: string;
  multiple: boolean;
  disabled?: boolean | undefined;
  onFiles: (files: File[]) => void;
  onCancel: (id: string) => void;
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
};

/** Files to choose or to drop, listed with size and progress. After a file is gone the focus is on the choice. */
export function FileInput({ files, accept, multiple, disabled, onFiles, ...props }: FileInputProps) {
  const { onCancel, onRetry, onRemove, ...field } = props;
  const { t } = useTranslation('kit');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    if (list && list.length > 0) onFiles(multiple ? [...list] : [...list].slice(0, 1));
  };
  const gone = (act: (id: string) => void) => (id: string) => {
    act(id);
    input.current?.focus();
  };
  const labelId = `${field.id}-label`;
  return (
    <div className={classes('sp-field', field.error !== undefined && 'sp-field--error')}>
      <span className="kern-label" id={labelId}>
        {field.label}
        {field.optional && <OptionalMark />}
      </span>
      <FieldMessages {...field} />
      <div
        className={classes(
          'sp-control',
          'sp-drop',
          over && 'sp-drop--over',
          field.error !== undefined && 'sp-drop--error',
        )}
      >
        {/* Lies unseen over the whole area, so the browser itself takes clicks and drops. */}
        <input
          {...controlProps(field)}
          ref={input}
          className="sp-drop__input"
          type="file"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-labelledby={`${labelId} ${field.id}-choose`}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            take(event.currentTarget.files);
            // Choosing the same file again must be a change again.
            event.currentTarget.value = '';
          }}
        />
        <label className="sp-drop__button" htmlFor={field.id} id={`${field.id}-choose`}>
          <Icon name="upload" />
          {t(multiple ? 'file.chooseSeveral' : 'file.choose')}
        </label>
        <span className="sp-muted">{t(multiple ? 'file.dropSeveral' : 'file.drop')}</span>
      </div>
      {files.length > 0 && (
        <ul className="sp-files" aria-labelledby={labelId}>
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              disabled={disabled}
              onCancel={gone(onCancel)}
              onRetry={onRetry}
              onRemove={gone(onRemove)}
            />
          ))}
        </ul>
      )}
      {/* Not atomic: only the file that has changed is spoken. */}
      <div className="kern-sr-only" role="status" aria-atomic="false">
        {files.map((file) => (
          <p key={file.id}>{t(`file.announce.${file.state}`, { name: file.name })}</p>
        ))}
      </div>
    </div>
  );
}
