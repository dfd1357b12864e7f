import type { SavingContext, SavingInput } from '#machines/saving/saving.types.ts';
import { type SavingStep, savingSubject } from '../flows/saving.subject.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import type { Subject, View } from '../paths/subject.ts';
import { morePages, SavingWalker } from './saving-walker.ts';
import { walkPaths } from './walk-paths.ts';

const nameIn = (content: SavingContext['content']) => content.data?.name;

/** Events that can happen on a page; a person who leaves it turns the page. */
function isPossible(event: SavingStep, { state, context }: View<SavingContext>): boolean {
  const { content, savedContent } = context;
  const hasTyped = nameIn(content) !== nameIn(savedContent);
  if (event.type === 'content.changed') return state !== 'dirty' || nameIn(event.content) !== nameIn(content);
  if (event.type === 'save.requested') return state === 'dirty';
  if (event.type === 'locale.changed') return state === 'clean';
  if (event.type === 'network.restored') return state.startsWith('pausing');
  if (event.type === 'session.renewed') return state === 'locked' || state === 'refused';
  // Who has only turned a page loses nothing: the page is loaded again.
  if ('error' in event && codeOf(event.error) === 'edited-elsewhere') return hasTyped;
  // Said by the server only when it is full, and then like a lost connection.
  return !('error' in event) || state === 'comparing' || codeOf(event.error) !== 'overloaded';
}
const codeOf = (error: unknown): string => (error as { code: string }).code;

const subject: Subject<SavingStep, SavingContext, SavingInput> = {
  ...savingSubject,
  starts: savingSubject.starts.slice(0, 1),
  events: (view) => savingSubject.events(view).filter((event) => isPossible(event, view)),
};

walkPaths('leads a person through every arrow of what is saved', {
  subject,
  longest: 12,
  content: () => makeProbeContent({}, () => ({}), morePages),
  walker: (stage, path) => new SavingWalker(stage, path),
  timeLimitMs: 1_200_000,
  // A newer state of entries is compared first. Of a form in a frame it is final at once.
  elsewhere: {
    'sending xstate.error.actor.0.saving.sending#3': 'model-tests/browser/embedded-paths.test.ts',
  },
});
