import { useSelector } from '@xstate/react';
import { selectProcess } from '#machines/application/application.selectors.ts';
import {
  type SaveState as SavingState,
  selectNeededLevel,
  selectSaveState,
} from '#machines/form/form.selectors.ts';
import { selectIsOffline } from '#machines/portal/portal.selectors.ts';
import { SaveState, type SaveStateValue } from '#ui/frame/save-state.tsx';
import { type FormActor, usePortal } from '../shared/portal-context.tsx';
import { useApplication } from './application-context.tsx';

/** The quiet sign in the frame: how the entries stand with the service. */
export function FormSaveState({ form }: { form: FormActor }) {
  const state = useSelector(form, selectSaveState);
  const savedAt = useSelector(form, ({ context }) => context.savedAt);
  const kept = useSelector(useApplication(), selectProcess)?.facts.hasUser === true;
  const levelIsMissing = useSelector(form, selectNeededLevel) !== null;
  const offline = usePortal(selectIsOffline);
  const value = signOf(state, savedAt, offline, kept, levelIsMissing);
  return value && <SaveState value={value} />;
}

/** An anonymous application reads "not kept" as long as all is well. */
function signOf(
  state: SavingState,
  savedAt: string | null,
  offline: boolean,
  kept: boolean,
  levelIsMissing: boolean,
): SaveStateValue | null {
  switch (state) {
    case 'retrying':
      return { state: offline ? 'offline' : 'failed' };
    case 'blocked':
      return { state: levelIsMissing ? 'unsaved' : 'locked' };
    case 'conflict':
    case 'refused':
      return { state: 'unsaved' };
    case 'uploading':
    case 'filesMissing':
      return { state };
    case 'saving':
      return kept ? { state: 'saving' } : { state: 'notKept' };
    default:
      if (!kept) return { state: 'notKept' };
      return savedAt ? { state: 'saved', at: new Date(savedAt) } : null;
  }
}
