import { loadingSubject } from '../flows/loading.subject.ts';
import { LoadingWalker } from './loading-walker.ts';
import { LocationWalker, locationInBrowser } from './location-walker.ts';
import { NotificationsWalker, toastGoal, toastsInBrowser } from './notifications-walker.ts';
import { SearchWalker, searchInBrowser } from './search-walker.ts';
import { walkPaths } from './walk-paths.ts';
import { provideStage } from './walk-stage.ts';

/** One server and one browser for all walks on public pages. */
const stage = provideStage();
const TIME_LIMIT_MS = 1_200_000;

walkPaths('leads a person through every arrow of the search', {
  subject: searchInBrowser,
  longest: 60,
  // Every text, and both ways through the list.
  goal: ({ event, arrows }) =>
    JSON.stringify([
      arrows.map(({ id }) => id),
      'query' in event && event.query,
      'step' in event && event.step,
    ]),
  stage,
  walker: (here) => new SearchWalker(here),
  timeLimitMs: TIME_LIMIT_MS,
});

walkPaths('leads a person through every arrow of their place', {
  subject: locationInBrowser,
  longest: 60,
  stage,
  walker: (here) => new LocationWalker(here),
  timeLimitMs: TIME_LIMIT_MS,
});

walkPaths('leads a person through every arrow of the short messages', {
  subject: toastsInBrowser,
  longest: 60,
  goal: toastGoal,
  stage,
  walker: (here) => new NotificationsWalker(here),
  timeLimitMs: TIME_LIMIT_MS,
});

walkPaths('leads a person through every arrow of the loading bar', {
  subject: loadingSubject,
  longest: 60,
  stage,
  walker: (here) => new LoadingWalker(here),
  timeLimitMs: TIME_LIMIT_MS,
});
