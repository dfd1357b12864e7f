import type { HandoverContext, HandoverInput } from '#machines/handover/handover.types.ts';
import { type HandoverStep, handoverSubject } from '../flows/handover.subject.ts';
import type { Subject } from '../paths/subject.ts';
import { HandoverWalker } from './handover-walker.ts';
import { walkPaths } from './walk-paths.ts';

/** Calls that fail in three ways: the hand-over is over, the connection breaks, the other portal is away. */
const subject: Subject<HandoverStep, HandoverContext, HandoverInput> = {
  ...handoverSubject,
  // Another page takes over after these states.
  events: (view) => (['sent', 'arrived', 'leaving'].includes(view.state) ? [] : handoverSubject.events(view)),
};

walkPaths('leads a person through every arrow between two portals', {
  subject,
  longest: 30,
  walker: (stage, path) => new HandoverWalker(stage, path),
  // The other portal is one for all, and so is how it answers.
  lanes: 1,
  timeLimitMs: 1_200_000,
});
