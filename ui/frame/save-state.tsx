import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { germanClock } from '#domain/german-time.ts';
import { languageTag, localeOf } from '#domain/locale.ts';
import { classes } from '#ui/kit/classes.ts';
import { Icon } from '#ui/kit/icon.tsx';

/** The state of the entries on the server. `at` is the time of the last save. */
export type SaveStateValue =
  | { state: 'notKept' }
  | { state: 'saving' }
  | { state: 'saved'; at: Date }
  | { state: 'offline' }
  /** Saving is retried automatically: after this many seconds, or just now. */
  | { state: 'failed'; seconds: number | null }
  /** Saving waits for the person to choose. */
  | { state: 'unsaved' }
  /** Saving can no longer succeed: there is no session. */
  | { state: 'locked' }
  /** The session has ended: nothing is saved any more, and only an account keeps anything. */
  | { state: 'over' }
  | { state: 'uploading' }
  /** A chosen file has not arrived. */
  | { state: 'filesMissing' };

/** States that the indicator marks as trouble. */
const TROUBLES: ReadonlySet<SaveStateValue['state']> = new Set([
  'offline',
  'failed',
  'unsaved',
  'locked',
  'over',
  'filesMissing',
]);

/**
 * An unobtrusive indicator in the frame. Announced when the words change, once a minute at most, and never "saving" or
 * "uploading"; seconds are counted down visually only.
 */
export function SaveState({ value }: { value: SaveStateValue }) {
  const { t, i18n } = useTranslation('frame');
  const savedText = ({ time, isElsewhere }: ReturnType<typeof germanClock>) =>
    t(isElsewhere ? 'save.savedInGermanTime' : 'save.saved', { time });
  const text =
    value.state === 'saved'
      ? savedText(germanClock(value.at, languageTag[localeOf(i18n.language)]))
      : t(`save.${value.state}`);
  const seconds = value.state === 'failed' ? value.seconds : null;
  const shown = seconds === null ? text : t('save.again', { count: seconds });
  const [spoken, setSpoken] = useState('');
  const passes = value.state === 'saving' || value.state === 'uploading';
  if (!passes && spoken !== text) setSpoken(text);
  const trouble = TROUBLES.has(value.state);
  return (
    <span
      className={classes(
        'sp-save-state',
        `sp-save-state--${value.state}`,
        trouble && 'sp-save-state--trouble',
      )}
    >
      {value.state === 'saved' && <Icon name="check" size="small" />}
      {trouble && <Icon name="warning" size="small" />}
      <span aria-hidden="true">{shown}</span>
      <span className="kern-sr-only" role="status">
        {spoken}
      </span>
    </span>
  );
}
