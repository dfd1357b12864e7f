import type { LoginContext, LoginInput } from '#machines/login/login.types.ts';
import { type LoginStep, loginSubject } from '../flows/login.subject.ts';
import type { Subject } from '../paths/subject.ts';
import { LoginWalker } from './login-walker.ts';
import { walkPaths } from './walk-paths.ts';

/** Whatever the reason, a call that fails is the same arrow. */
const subject: Subject<LoginStep, LoginContext, LoginInput> = {
  ...loginSubject,
  events: (view) =>
    loginSubject
      .events(view)
      .filter((event) => !('error' in event && (event.error as { code: string }).code === 'input-invalid')),
};

walkPaths('leads a person through every arrow of a login', {
  subject,
  longest: 40,
  walker: (stage, path) => new LoginWalker(stage, path),
  lanes: 2,
  // The app of the card is one for all.
  isAlone: ({ steps }) => steps.some(({ from }) => from === 'card.asking'),
  timeLimitMs: 1_200_000,
});
