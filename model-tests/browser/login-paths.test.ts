import type { LoginContext, LoginInput, NamedLogin } from '#machines/login/login.types.ts';
import { type LoginStep, loginSubject } from '../flows/login.subject.ts';
import type { Subject } from '../paths/subject.ts';
import { LoginWalker } from './login-walker.ts';
import { walkPaths } from './walk-paths.ts';

/** Leaves out one reason for a failed call: all reasons take the same arrow. */
const isOfInterest = (event: LoginStep): boolean =>
  !('error' in event && (event.error as { code: string }).code === 'input-invalid');

/** On the page of an address with a login, no other login can be chosen, and no link leads away. */
const isOnOffer = (event: LoginStep, named: NamedLogin | null): boolean =>
  named === null ||
  (event.type !== 'page.left' &&
    (event.type !== 'login.requested' || event.query.providerId === named.query.providerId));

const subject: Subject<LoginStep, LoginContext, LoginInput> = {
  ...loginSubject,
  events: (view) =>
    loginSubject
      .events(view)
      .filter((event) => isOfInterest(event) && isOnOffer(event, view.snapshot.context.named))
      // After a failure the page has a single button.
      .filter(
        (event) =>
          view.snapshot.context.named === null ||
          event.type !== 'login.requested' ||
          !view.snapshot.matches('failed'),
      ),
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
