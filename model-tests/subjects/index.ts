import type { EventObject } from 'xstate';
import type { allMachines } from '#machines/all-machines.ts';
import { accountLogoutSubject } from '../flows/accountLogout.subject.ts';
import { applicationSubject } from '../flows/application.subject.ts';
import { buildSubject } from '../flows/build.subject.ts';
import { conflictSubject } from '../flows/conflict.subject.ts';
import { coverSubject } from '../flows/cover.subject.ts';
import { draftsSubject } from '../flows/drafts.subject.ts';
import { embeddedSubject } from '../flows/embedded.subject.ts';
import { formSubject } from '../flows/form.subject.ts';
import { handingInSubject } from '../flows/handingIn.subject.ts';
import { handoverSubject } from '../flows/handover.subject.ts';
import { keepingSubject } from '../flows/keeping.subject.ts';
import { loadingSubject } from '../flows/loading.subject.ts';
import { locationSubject } from '../flows/location.subject.ts';
import { loginSubject } from '../flows/login.subject.ts';
import { loginsSubject } from '../flows/logins.subject.ts';
import { notificationsSubject } from '../flows/notifications.subject.ts';
import { ownDataSubject } from '../flows/ownData.subject.ts';
import { portalSubject } from '../flows/portal.subject.ts';
import { restoringSubject } from '../flows/restoring.subject.ts';
import { savingSubject } from '../flows/saving.subject.ts';
import { searchSubject } from '../flows/search.subject.ts';
import { sessionSubject } from '../flows/session.subject.ts';
import { uploadSubject } from '../flows/upload.subject.ts';
import { windowsSubject } from '../flows/windows.subject.ts';
import type { Subject } from '../paths/subject.ts';
import { handInSubject } from './handIn.ts';
import { interruptionSubject } from './interruption.ts';
import { mailSubject } from './mail.ts';
import { paymentSubject } from './payment.ts';
import { processSubject } from './process.ts';
import { refundSubject } from './refund.ts';
import { sentApplicationSubject } from './sentApplication.ts';
import { submissionSubject } from './submission.ts';

/** Applies a function to a subject without losing its types. */
export type UseSubject<Result> = <E extends EventObject, Context, Input>(
  subject: Subject<E, Context, Input>,
) => Result;

/** Complete by type: a machine without a subject does not compile. */
const uses = {
  portal: (use) => use(portalSubject),
  session: (use) => use(sessionSubject),
  conflict: (use) => use(conflictSubject),
  cover: (use) => use(coverSubject),
  handover: (use) => use(handoverSubject),
  keeping: (use) => use(keepingSubject),
  restoring: (use) => use(restoringSubject),
  process: (use) => use(processSubject),
  submission: (use) => use(submissionSubject),
  payment: (use) => use(paymentSubject),
  handIn: (use) => use(handInSubject),
  mail: (use) => use(mailSubject),
  refund: (use) => use(refundSubject),
  interruption: (use) => use(interruptionSubject),
  sentApplication: (use) => use(sentApplicationSubject),
  application: (use) => use(applicationSubject),
  form: (use) => use(formSubject),
  embedded: (use) => use(embeddedSubject),
  saving: (use) => use(savingSubject),
  upload: (use) => use(uploadSubject),
  drafts: (use) => use(draftsSubject),
  handingIn: (use) => use(handingInSubject),
  logins: (use) => use(loginsSubject),
  ownData: (use) => use(ownDataSubject),
  login: (use) => use(loginSubject),
  accountLogout: (use) => use(accountLogoutSubject),
  location: (use) => use(locationSubject),
  search: (use) => use(searchSubject),
  notifications: (use) => use(notificationsSubject),
  build: (use) => use(buildSubject),
  loading: (use) => use(loadingSubject),
  windows: (use) => use(windowsSubject),
} satisfies Record<keyof typeof allMachines, <Result>(use: UseSubject<Result>) => Result>;

export const subjectNames = Object.keys(uses);

/** @returns undefined when there is no subject of that name */
export const withSubject = <Result>(name: string, use: UseSubject<Result>): Result | undefined =>
  Object.hasOwn(uses, name) ? uses[name as keyof typeof uses](use) : undefined;
