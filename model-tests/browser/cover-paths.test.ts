import { clockedServer } from '../http/portal.ts';
import { CoverWalker, coverOfForm } from './cover-walker.ts';
import { walkPaths } from './walk-paths.ts';

walkPaths('covers what a person has entered, and shows it again, on every arrow', {
  subject: coverOfForm,
  longest: 12,
  portal: { script: clockedServer, environment: { LOG_LEVEL: 'fatal' } },
  walker: (stage) => new CoverWalker(stage),
  timeLimitMs: 600_000,
});
