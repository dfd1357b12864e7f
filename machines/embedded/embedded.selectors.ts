import type { SnapshotFrom } from 'xstate';
import { entriesWait } from './embedded.entries.ts';
import type { embeddedMachine } from './embedded.machine.ts';

type Snapshot = SnapshotFrom<typeof embeddedMachine>;

/** What is to be shown of a frame. */
export type FrameStage =
  /** Not usable yet; `slow` when that takes longer than usual. */
  | 'connecting'
  | 'slow'
  | 'ready'
  /** Not on this screen. */
  | 'away'
  | 'lost'
  | 'refused'
  | 'outdated';

export const selectFrameStage = (snapshot: Snapshot): FrameStage => {
  const at = (frame: 'away' | 'lost' | 'refused' | 'outdated') => snapshot.matches({ frame });
  if (at('away')) return 'away';
  if (at('lost')) return 'lost';
  if (at('refused')) return 'refused';
  if (at('outdated')) return 'outdated';
  if (snapshot.matches({ frame: { present: { connecting: 'slow' } } })) return 'slow';
  const isAnswered =
    snapshot.matches({ frame: { present: 'ready' } }) || snapshot.matches({ frame: { present: 'checking' } });
  return isAnswered ? 'ready' : 'connecting';
};

/** The form server does not have all entries. */
export const selectEntriesWait = ({ context }: Snapshot): boolean => entriesWait(context);
/** The frame said that everything is filled in, the form server does not: something is missing or wrong. */
export const selectIsIncomplete = ({ context }: Snapshot): boolean => context.isIncomplete;
/** Files because of which it is so: the form server has them, the portal does not take them. */
export const selectRefusedFiles = ({ context }: Snapshot) => context.refusedFiles;
/** The form server's session ends soon, and nobody works in it. */
export const selectIsExpiring = ({ context }: Snapshot): boolean => context.isExpiring;
/** The summary follows as soon as everything is taken over. */
export const selectIsLeaving = (snapshot: Snapshot): boolean =>
  snapshot.matches({ leaving: 'storing' }) ||
  snapshot.matches({ leaving: 'settling' }) ||
  snapshot.matches({ leaving: 'completing' });
export const selectFrame = ({ context }: Snapshot) => context.frame;
/** Px; null until the frame has said so. */
export const selectHeight = ({ context }: Snapshot): number | null => context.height;
export const selectShownPage = ({ context }: Snapshot) => context.page;
export const selectTitle = ({ context }: Snapshot) => context.title;
export const selectWhyOver = ({ context }: Snapshot) => context.over;
