import { restoringSubject } from '../flows/restoring.subject.ts';
import { RestoringWalker } from './restoring-walker.ts';
import { walkPaths } from './walk-paths.ts';

walkPaths('leads a person through every arrow of answers that come back', {
  subject: restoringSubject,
  longest: 12,
  walker: (stage) => new RestoringWalker(stage),
  timeLimitMs: 1_200_000,
});
