import { useTranslation } from 'react-i18next';
import { localeOf } from '#domain/locale.ts';
import { displayBytes } from '#forms/display-bytes.ts';
import type { UploadStage } from '#machines/upload/upload.types.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A file being uploaded or stored. Sizes in bytes. */
export type ListedFile = {
  id: string;
  name: string;
  size: number;
  /** Bytes sent. */
  loaded: number;
  stage: UploadStage | 'kept';
  /** Reason why the file was not taken, in the reader's language. */
  error?: string | undefined;
};

const SIGNS: Record<ListedFile['stage'], IconName> = {
  queued: 'document',
  sending: 'upload',
  checking: 'upload',
  postponed: 'upload',
  quarantined: 'upload',
  failed: 'warning',
  refused: 'danger',
  kept: 'success',
};

type FileRowProps = {
  file: ListedFile;
  disabled: boolean | undefined;
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
};

/** One line of the list of files: the file, its state as icon and word, its actions. */
export function FileRow({ file, disabled, onRetry, onRemove }: FileRowProps) {
  const { t, i18n } = useTranslation('kit');
  const { id, name, stage } = file;
  const isBeingChecked = stage === 'checking' || stage === 'quarantined';
  const isUnderWay = stage === 'queued' || stage === 'sending' || stage === 'postponed' || isBeingChecked;
  const part = Math.min(1, file.loaded / Math.max(1, file.size));
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(part);
  return (
    <li className="sp-file">
      <Icon name={SIGNS[stage]} className={`sp-file__sign--${stage}`} />
      <div>
        <span className="sp-file__name">
          {name} <span className="sp-muted">{displayBytes(file.size, localeOf(i18n.language))}</span>
        </span>
        <span className={`sp-file__stage sp-file__stage--${stage}`}>
          {t(`file.stage.${stage}`, { percent })}
        </span>
        {(stage === 'sending' || stage === 'checking') && (
          <progress
            value={stage === 'checking' ? 1 : part}
            max={1}
            aria-label={t('file.progress', { name })}
          />
        )}
        {file.error !== undefined && <p className="sp-error">{file.error}</p>}
      </div>
      <span className="sp-file__actions">
        {stage === 'failed' && (
          <Button variant="quiet" disabled={disabled} onClick={() => onRetry(id)}>
            {t('file.retry')} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        )}
        <Button variant="quiet" disabled={disabled} onClick={() => onRemove(id)}>
          {t(isUnderWay ? 'file.cancel' : 'file.remove')} <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
      </span>
    </li>
  );
}
