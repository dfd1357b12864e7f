import { useSelector } from '@xstate/react';
import { dequal } from 'dequal/lite';
import { useEffect, useState } from 'react';
import { selectProcess } from '#machines/application/application.selectors.ts';
import {
  type SaveState as SavingState,
  selectHasUnsaved,
  selectNeededLevel,
  selectPause,
  selectSaveState,
} from '#machines/form/form.selectors.ts';
import { selectIsOffline } from '#machines/portal/portal.selectors.ts';
import { selectIsOver } from '#machines/session/session.selectors.ts';
import { SaveState, type SaveStateValue } from '#ui/frame/save-state.tsx';
import { type FormActor, usePortal, useSession } from '../shared/portal-context.tsx';
import { useApplication } from './application-context.tsx';

/** The unobtrusive indicator in the frame: the state of the entries on the server. */
export function FormSaveState({ form }: { form: FormActor }) {
  const state = useSelector(form, selectSaveState);
  const savedAt = useSelector(form, ({ context }) => context.savedAt);
  const kept = useSelector(useApplication(), selectProcess)?.facts.hasUser === true;
  const levelIsMissing = useSelector(form, selectNeededLevel) !== null;
  const offline = usePortal(selectIsOffline);
  const over = useSession(selectIsOver);
  const hasFailed = useSelector(form, ({ context }) => context.attempts > 0);
  const hasUnsaved = useSelector(form, selectHasUnsaved);
  const pause = useSelector(form, selectPause, dequal);
  const seconds = useSecondsLeft(pause);
  const value = signOf({
    over,
    state,
    savedAt,
    offline,
    kept,
    levelIsMissing,
    hasFailed,
    hasUnsaved,
    seconds,
  });
  return value && <SaveState value={value} />;
}

type SaveInputs = {
  /** The session has ended. */
  over: boolean;
  state: SavingState;
  savedAt: string | null;
  offline: boolean;
  kept: boolean;
  levelIsMissing: boolean;
  /** The last attempt to save has failed. */
  hasFailed: boolean;
  /** Something on the screen is not stored. */
  hasUnsaved: boolean;
  /** Until the next attempt; null while none is pending. */
  seconds: number | null;
};

/** An anonymous application shows "not kept" as long as all is well. */
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
  // What is saved on an account stays so; nothing else is kept any more, and nothing is saved.
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

/** Counts a pause down from when it is first seen; null while there is none. */
function useSecondsLeft(pause: { ms: number; attempt: number } | null): number | null {
  const [passed, setPassed] = useState({ attempt: 0, seconds: 0 });
  const attempt = pause?.attempt ?? null;
  useEffect(() => {
    if (attempt === null) return undefined;
    const began = Date.now();
    const timer = setInterval(
      () => setPassed({ attempt, seconds: Math.floor((Date.now() - began) / 1000) }),
      1000,
    );
    return () => clearInterval(timer);
  }, [attempt]);
  if (pause === null) return null;
  const seconds = passed.attempt === pause.attempt ? passed.seconds : 0;
  return Math.max(1, Math.ceil(pause.ms / 1000) - seconds);
}
