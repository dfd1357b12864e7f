import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import { controlProps, FieldMessages, type FieldProps, OptionalMark } from './field.tsx';
import { FileRow, type ListedFile } from './file-row.tsx';
import { Icon } from './icon.tsx';

export type { ListedFile } from './file-row.tsx';

/** Announcements about a file: one that it is being uploaded, one of the outcome. */
const ANNOUNCED = {
  preparing: 'preparing',
  queued: 'uploading',
  sending: 'uploading',
  checking: 'uploading',
  postponed: 'uploading',
  quarantined: 'checking',
  failed: 'failed',
  refused: 'failed',
  kept: 'done',
} as const satisfies Record<ListedFile['stage'], string>;

export type FileInputProps = FieldProps & {
  files: readonly ListedFile[];
  /** Types that the file dialog offers, e.g. "application/pdf,image/jpeg". */
  accept: string;
  multiple: boolean;
  disabled?: boolean | undefined;
  onFiles: (files: File[]) => void;
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
  onApprove: (id: string) => void;
};

/**
 * Files to choose or drop, listed with size and progress. When the focused line disappears, because it was removed or
 * has arrived, the focus moves to the file input.
 */
export function FileInput({ files, accept, multiple, disabled, onFiles, ...props }: FileInputProps) {
  const { onRetry, onApprove, ...field } = props;
  const { t } = useTranslation('kit');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [removed, setRemoved] = useState<{ id: string; name: string } | null>(null);
  const onRemove = (id: string) => {
    setRemoved(files.find((file) => file.id === id) ?? null);
    props.onRemove(id);
  };
  const take = (list: FileList | null) => {
    if (!list || list.length === 0) return;
    // In a field for one file the new one takes its place once it is there.
    if (multiple && replaced.current !== null) onRemove(replaced.current);
    replaced.current = null;
    onFiles(multiple ? [...list] : [...list].slice(0, 1));
  };
  /** The file that the next choice takes the place of. */
  const replaced = useRef<string | null>(null);
  const replace = (id: string) => {
    replaced.current = id;
    input.current?.click();
  };
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines come and go with the files
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) input.current?.focus();
  }, [files]);
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
        {/* The input covers the whole area invisibly, so that the browser itself takes clicks and drops. */}
        <input
          {...controlProps(field)}
          ref={input}
          className="sp-drop__input"
          type="file"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-labelledby={`${labelId} ${field.id}-choose`}
          onClick={(event) => {
            // The person chooses one more file, not another one.
            if (event.isTrusted) replaced.current = null;
          }}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => {
            setOver(false);
            replaced.current = null;
          }}
          onChange={(event) => {
            take(event.currentTarget.files);
            // Choosing the same file again must count as a change.
            event.currentTarget.value = '';
          }}
        />
        <label className="sp-drop__button" htmlFor={field.id} id={`${field.id}-choose`}>
          <Icon name="upload" />
          {t(multiple ? 'file.chooseSeveral' : 'file.choose')}
        </label>
        <span className="sp-drop__hint sp-muted">{t(multiple ? 'file.dropSeveral' : 'file.drop')}</span>
      </div>
      {files.length > 0 && (
        <ul
          className="sp-files"
          aria-labelledby={labelId}
          onFocus={() => {
            hadFocus.current = true;
          }}
          onBlur={(event) => {
            // An element removed from the page also loses the focus.
            if (event.target.isConnected && event.relatedTarget !== null) hadFocus.current = false;
          }}
        >
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              disabled={disabled}
              onRetry={onRetry}
              onRemove={onRemove}
              onApprove={onApprove}
              onReplace={replace}
            />
          ))}
        </ul>
      )}
      {/* The region is not atomic: only the file that has changed is announced. */}
      <div className="kern-sr-only" role="status" aria-atomic="false">
        {files.map((file) => (
          <p key={file.id}>
            {t(`file.announce.${ANNOUNCED[file.stage]}`, { name: file.name })}
            {file.error !== undefined && `. ${file.error}`}
            {file.picture?.doubt && file.stage !== 'refused' && `. ${t(`file.doubt.${file.picture.doubt}`)}`}
          </p>
        ))}
        {removed !== null && files.every(({ id }) => id !== removed.id) && (
          <p key={`${removed.id} removed`}>{t('file.announce.removed', { name: removed.name })}</p>
        )}
      </div>
    </div>
  );
}
