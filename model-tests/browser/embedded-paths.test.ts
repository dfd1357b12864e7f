import { pageGraphs, pageSubject } from './embedded-graph.ts';
import { EmbeddedWalker } from './embedded-walker.ts';
import { walkPaths } from './walk-paths.ts';

walkPaths('leads a person at a form in a frame through every arrow', {
  subject: pageSubject,
  graphs: pageGraphs(),
  longest: 14,
  walker: (stage, path) => new EmbeddedWalker(stage, path),
  timeLimitMs: 1_200_000,
});
