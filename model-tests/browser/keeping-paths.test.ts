import { keepingSubject } from '../flows/keeping.subject.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import { KeepingWalker } from './keeping-walker.ts';
import { walkPaths } from './walk-paths.ts';

walkPaths('leads a person through every arrow of keeping the answers', {
  subject: keepingSubject,
  longest: 12,
  content: () => makeProbeContent(),
  walker: (stage) => new KeepingWalker(stage),
  timeLimitMs: 1_200_000,
});
