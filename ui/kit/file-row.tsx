import { useTranslation } from 'react-i18next';
import { localeOf } from '#domain/locale.ts';
import { displayBytes } from '#forms/display-bytes.ts';
import type { PictureDoubt, UploadStage } from '#machines/upload/upload.types.ts';
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
  /** Look of a picture; sizes in bytes. */
  picture?: { preview: string; sizeBefore: number | null; doubt: PictureDoubt | null } | null | undefined;
};

const SIGNS: Record<ListedFile['stage'], IconName> = {
  preparing: 'document',
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
  /** The person uses a picture that is doubted. */
  onApprove: (id: string) => void;
  /** The person chooses another file in its place. */
  onReplace: (id: string) => void;
};

/** One line of the list of files: the file, its state as icon and word, its actions. */
export function FileRow({ file, disabled, onRetry, onRemove, onApprove, onReplace }: FileRowProps) {
  const { t, i18n } = useTranslation('kit');
  const { id, name, stage } = file;
  const isBeingChecked = stage === 'checking' || stage === 'quarantined';
  const isUnderWay =
    stage === 'preparing' ||
    stage === 'queued' ||
    stage === 'sending' ||
    stage === 'postponed' ||
    isBeingChecked;
  const part = Math.min(1, file.loaded / Math.max(1, file.size));
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(part);
  const bytes = (size: number) => displayBytes(size, localeOf(i18n.language));
  const { preview = null, sizeBefore = null, doubt = null } = file.picture ?? {};
  return (
    <li className="sp-file">
      <Icon name={SIGNS[stage]} className={`sp-file__sign--${stage}`} />
      <div>
        <span className="sp-file__name">
          {name}{' '}
          <span className="sp-muted">
            {sizeBefore === null
              ? bytes(file.size)
              : t('file.smaller', { before: bytes(sizeBefore), size: bytes(file.size) })}
          </span>
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
        {preview !== null && <img className="sp-file__picture" src={preview} alt="" />}
        {doubt !== null && stage !== 'refused' && (
          <div className="sp-file__doubt">
            <p>
              <Icon name="warning" />
              {t(`file.doubt.${doubt}`)}
            </p>
            <Button variant="quiet" disabled={disabled} onClick={() => onApprove(id)}>
              {t('file.useAnyway')} <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
            <Button variant="quiet" disabled={disabled} onClick={() => onReplace(id)}>
              {t('file.chooseAnother')} <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
          </div>
        )}
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
