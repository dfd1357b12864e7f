import { useTranslation } from 'react-i18next';
import { displayBytes } from '#forms/display.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A file on its way or there. Sizes in bytes. */
export type ListedFile = {
  id: string;
  name: string;
  size: number;
  /** Bytes that have arrived; equal to size when done. */
  loaded: number;
  state: 'uploading' | 'failed' | 'done';
  /** Why it failed and what to do, in the reader's language. */
  error?: string | undefined;
};

type FileRowProps = {
  file: ListedFile;
  disabled: boolean | undefined;
  onCancel: (id: string) => void;
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
};

/** One line of the list of files. */
export function FileRow({ file, disabled, onCancel, onRetry, onRemove }: FileRowProps) {
  const { t, i18n } = useTranslation('kit');
  const { id, name, state } = file;
  return (
    <li className="sp-file">
      <Icon
        name={state === 'failed' ? 'warning' : state === 'done' ? 'success' : 'document'}
        className={`sp-file__sign--${state}`}
      />
      <div>
        <span className="sp-file__name">
          {name}{' '}
          <span className="sp-muted">{displayBytes(file.size, i18n.language === 'en' ? 'en' : 'de')}</span>
        </span>
        {state === 'uploading' && (
          <progress value={file.loaded} max={file.size} aria-label={t('file.progress', { name })} />
        )}
      </div>
      <span className="sp-file__actions">
        {state === 'failed' && (
          <Button variant="quiet" disabled={disabled} onClick={() => onRetry(id)}>
            {t('file.retry')} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        )}
        <Button
          variant="quiet"
          disabled={disabled}
          onClick={() => (state === 'uploading' ? onCancel(id) : onRemove(id))}
        >
          {t(state === 'uploading' ? 'file.cancel' : 'file.remove')} <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
      </span>
      {state === 'failed' && file.error !== undefined && <p className="sp-error">{file.error}</p>}
    </li>
  );
}
