import { useSelector } from '@xstate/react';
import { selectProcess } from '#machines/application/application.selectors.ts';
import {
  type SaveState as StateOfEntries,
  selectHasUnsaved,
  selectSaveState,
} from '#machines/form/form.selectors.ts';
import { selectIsOffline } from '#machines/portal/portal.selectors.ts';
import {
  selectHasFailed,
  selectNeededLevel,
  selectSavedAt,
  selectSecondsLeft,
} from '#machines/saving/saving.selectors.ts';
import { selectIsOver } from '#machines/session/session.selectors.ts';
import { SaveState, type SaveStateValue } from '#ui/frame/save-state.tsx';
import { type FormActor, usePortal, useSession } from '../shared/portal-context.tsx';
import { useApplication } from './application-context.tsx';
import { useEntries, useSaving } from './use-saving.ts';

/** Unobtrusive indicator of the state of the entries on the server. */
export function FormSaveState({ form }: { form: FormActor }) {
  const value = signOf({
    state: useEntries(form, selectSaveState, 'untouched'),
    savedAt: useSaving(form, selectSavedAt, null),
    kept: useSelector(useApplication(), selectProcess)?.facts.hasUser === true,
    levelIsMissing: useSaving(form, selectNeededLevel, null) !== null,
    offline: usePortal(selectIsOffline),
    over: useSession(selectIsOver),
    hasFailed: useSaving(form, selectHasFailed, false),
    hasUnsaved: useEntries(form, selectHasUnsaved, false),
    seconds: useSaving(form, selectSecondsLeft, null),
  });
  return value && <SaveState value={value} />;
}

type SaveInputs = {
  /** Whether the session has ended. */
  over: boolean;
  state: StateOfEntries;
  savedAt: string | null;
  offline: boolean;
  kept: boolean;
  levelIsMissing: boolean;
  /** Whether the last attempt to save has failed. */
  hasFailed: boolean;
  /** Whether the server lacks something that is on the screen. */
  hasUnsaved: boolean;
  /** Seconds until the next attempt; null while none is planned. */
  seconds: number | null;
};

/** Returns the sign to show. An anonymous application shows "not kept" as long as all is well. */
function signOf({
  over,
  state,
  savedAt,
  offline,
  kept,
  levelIsMissing,
  hasFailed,
  hasUnsaved,
  seconds,
}: SaveInputs): SaveStateValue | null {
  // After the end of the session, only entries that are saved on an account are kept.
  if (over && (hasUnsaved || !kept)) return { state: 'over' };
  switch (state) {
    case 'retrying':
      return offline ? { state: 'offline' } : { state: 'failed', seconds };
    case 'blocked':
      return { state: levelIsMissing ? 'unsaved' : 'locked' };
    case 'elsewhere':
      return hasUnsaved ? { state: 'unsaved' } : null;
    case 'conflict':
    case 'refused':
      return { state: 'unsaved' };
    case 'uploading':
    case 'filesMissing':
      return { state };
    case 'saving':
      if (hasFailed) return { state: 'failed', seconds };
      return kept ? { state: 'saving' } : { state: 'notKept' };
    default:
      if (!kept) return { state: 'notKept' };
      return savedAt ? { state: 'saved', at: new Date(savedAt) } : null;
  }
}
