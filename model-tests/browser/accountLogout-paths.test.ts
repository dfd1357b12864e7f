import type {
  AccountLogoutContext,
  AccountLogoutInput,
} from '#machines/accountLogout/accountLogout.types.ts';
import { type AccountLogoutStep, accountLogoutSubject } from '../flows/accountLogout.subject.ts';
import type { Subject } from '../paths/subject.ts';
import { AccountLogoutWalker } from './account-logout-walker.ts';
import { walkPaths } from './walk-paths.ts';

/** Leaves out events that lead nowhere. All viewers without an account take the same arrow. */
const subject: Subject<AccountLogoutStep, AccountLogoutContext, AccountLogoutInput> = {
  ...accountLogoutSubject,
  events: (view) =>
    accountLogoutSubject
      .events(view)
      .filter((event) => !(event.type === 'viewer.seen' && event.viewer !== 'account')),
};

walkPaths('leads a person through every arrow of a logout at the account', {
  subject,
  longest: 16,
  portal: {
    environment: { LOG_LEVEL: 'fatal' },
    between: async ({ identity }) => ({ NKB_SLO_URL: identity.logoutUrl }),
  },
  walker: (stage, path) => new AccountLogoutWalker(stage, path),
  timeLimitMs: 1_200_000,
});
