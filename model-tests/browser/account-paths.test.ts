import { DraftsWalker } from './drafts-walker.ts';
import { draftsWorld } from './drafts-world.ts';
import { LoginsWalker, listedLogins } from './logins-walker.ts';
import { OwnDataWalker } from './own-data-walker.ts';
import { ownDataWorld } from './own-data-world.ts';
import { walkPaths } from './walk-paths.ts';
import { provideStage } from './walk-stage.ts';

/** One server and one browser for all walks of a person with an account. */
const stage = provideStage();

walkPaths('leads a person through every arrow of their logins', {
  subject: listedLogins,
  longest: 20,
  stage,
  walker: (here) => new LoginsWalker(here),
  timeLimitMs: 1_200_000,
});

walkPaths('leads a person through every arrow of their drafts', {
  subject: draftsWorld,
  elsewhere: { '(any) list.asked': 'model-tests/flows/drafts-steps.test.ts' },
  longest: 30,
  stage,
  walker: (here) => new DraftsWalker(here),
  timeLimitMs: 1_200_000,
});

walkPaths('leads a person through every arrow of what is kept of them', {
  subject: ownDataWorld,
  longest: 20,
  stage,
  walker: (here, path) => new OwnDataWalker(here, path.start),
  timeLimitMs: 1_200_000,
});
