import type { SnapshotFrom } from 'xstate';
import { entriesWait } from './embedded.entries.ts';
import type { embeddedMachine } from './embedded.machine.ts';

type Snapshot = SnapshotFrom<typeof embeddedMachine>;

/** Stages of a frame as the person sees them. */
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
  const end = (['away', 'lost', 'refused', 'outdated'] as const).find((frame) => snapshot.matches({ frame }));
  if (end) return end;
  if (snapshot.matches({ frame: { present: { connecting: 'slow' } } })) return 'slow';
  const isAnswered =
    snapshot.matches({ frame: { present: 'ready' } }) || snapshot.matches({ frame: { present: 'checking' } });
  return isAnswered ? 'ready' : 'connecting';
};

/** Tells whether the form server lacks entries. */
export const selectEntriesWait = ({ context }: Snapshot): boolean => entriesWait(context);
/** Tells whether something is missing or wrong: the frame called the form complete, the form server does not. */
export const selectIsIncomplete = ({ context }: Snapshot): boolean => context.isIncomplete;
/** Returns the files that make it incomplete: the form server has them, the portal does not take them. */
export const selectRefusedFiles = ({ context }: Snapshot) => context.refusedFiles;
/** Tells whether the form server's session ends soon while nobody works in it. */
export const selectIsExpiring = ({ context }: Snapshot): boolean => context.isExpiring;
/** Tells whether the summary follows as soon as everything is taken over. */
export const selectIsLeaving = (snapshot: Snapshot): boolean =>
  (['storing', 'settling', 'completing'] as const).some((leaving) => snapshot.matches({ leaving }));
export const selectFrame = ({ context }: Snapshot) => context.frame;
/** Returns the height of the frame's content in px; null until the frame has told it. */
export const selectHeight = ({ context }: Snapshot): number | null => context.height;
export const selectShownPage = ({ context }: Snapshot) => context.page;
export const selectTitle = ({ context }: Snapshot) => context.title;
export const selectWhyOver = ({ context }: Snapshot) => context.over;
