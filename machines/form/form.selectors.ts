import type { SnapshotFrom } from 'xstate';
import { levelIsTooLow } from '../portal/problem.ts';
import type { TrustLevel } from '../session/trust-level.ts';
import type { formMachine } from './form.machine.ts';
import { pageBefore, pageIndex, visiblePages } from './form.pages.ts';
import type { BrokenRule } from './form.types.ts';

type Snapshot = SnapshotFrom<typeof formMachine>;

/** What the save sign says. `saved` is only said after something was saved in this window. */
export type SaveState = 'untouched' | 'saving' | 'saved' | 'retrying' | 'blocked' | 'conflict' | 'refused';

export const selectSaveState = (snapshot: Snapshot): SaveState => {
  if (snapshot.matches({ open: { saving: 'clean' } }))
    return snapshot.context.savedAt ? 'saved' : 'untouched';
  if (snapshot.hasTag('conflict')) return 'conflict';
  if (snapshot.hasTag('retrying')) return 'retrying';
  if (snapshot.hasTag('blocked')) return 'blocked';
  if (snapshot.hasTag('refused')) return 'refused';
  return 'saving';
};

/** Saving needs a decision of the person: a newer state, or a refusal. */
export const selectIsHindered = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('conflict') || snapshot.hasTag('refused') || selectNeededLevel(snapshot) !== null;

/** The trust level without which nothing more is saved; null when it is not that. */
export const selectNeededLevel = (snapshot: Snapshot): TrustLevel | null => {
  const { problem } = snapshot.context;
  if (!snapshot.hasTag('blocked') || problem === null || !levelIsTooLow(problem)) return null;
  return problem.trustLevel ?? 'high';
};

/** The person has not said yet whether to take the newer state. */
export const selectAsksAboutNewerState = (snapshot: Snapshot): boolean => snapshot.hasTag('asking');

/** Something is on the screen that the service does not have. */
export const selectHasUnsaved = ({ context }: Snapshot): boolean =>
  context.revision !== context.savedRevision;

export const selectIsLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loading');
export const selectFormHasFailed = (snapshot: Snapshot): boolean => snapshot.matches('failed');
export const selectIsFinishing = (snapshot: Snapshot): boolean =>
  snapshot.matches({ open: { course: 'finishing' } });

const none: readonly BrokenRule[] = [];
/** Errors to be shown: those of the page, once the person tried to go on. */
export const selectShownErrors = (snapshot: Snapshot): readonly BrokenRule[] => {
  if (!snapshot.matches({ open: { course: 'complaining' } })) return none;
  const { rules, definition, page, evaluation } = snapshot.context;
  return rules.pageErrors(definition, evaluation, page);
};

export type PageView = {
  pages: { key: string; title: string; state: 'current' | 'visited' | 'open' }[];
  /** Position among the visible pages, from 0. */
  index: number;
  title: string;
  isFirst: boolean;
};

/** The page on the screen and the way to it, for heading, overview and back link. */
export const selectPageView = ({ context }: Snapshot): PageView => ({
  pages: visiblePages(context).map(({ key, title }) => ({
    key,
    title,
    state: key === context.page ? 'current' : context.visited.includes(key) ? 'visited' : 'open',
  })),
  index: Math.max(pageIndex(context), 0),
  title: context.evaluation.pages.find((it) => it.key === context.page)?.title ?? '',
  isFirst: pageBefore(context) === null,
});
