import type { AnyStateMachine } from 'xstate';
import { accountLogoutMachine } from './accountLogout/accountLogout.machine.ts';
import { applicationMachine } from './application/application.machine.ts';
import { buildMachine } from './build/build.machine.ts';
import { conflictMachine } from './conflict/conflict.machine.ts';
import { coverMachine } from './cover/cover.machine.ts';
import { draftsMachine } from './drafts/drafts.machine.ts';
import { embeddedMachine } from './embedded/embedded.machine.ts';
import { formMachine } from './form/form.machine.ts';
import { handInMachine } from './handIn/handIn.machine.ts';
import { handingInMachine } from './handingIn/handingIn.machine.ts';
import { handoverMachine } from './handover/handover.machine.ts';
import { interruptionMachine } from './interruption/interruption.machine.ts';
import { keepingMachine } from './keeping/keeping.machine.ts';
import { loadingMachine } from './loading/loading.machine.ts';
import { locationMachine } from './location/location.machine.ts';
import { loginMachine } from './login/login.machine.ts';
import { loginsMachine } from './logins/logins.machine.ts';
import { mailMachine } from './mail/mail.machine.ts';
import { notificationsMachine } from './notifications/notifications.machine.ts';
import { ownDataMachine } from './ownData/ownData.machine.ts';
import { paymentMachine } from './payment/payment.machine.ts';
import { portalMachine } from './portal/portal.machine.ts';
import { processMachine } from './process/process.machine.ts';
import { refundMachine } from './refund/refund.machine.ts';
import { restoringMachine } from './restoring/restoring.machine.ts';
import { savingMachine } from './saving/saving.machine.ts';
import { searchMachine } from './search/search.machine.ts';
import { sentApplicationMachine } from './sentApplication/sentApplication.machine.ts';
import { sessionMachine } from './session/session.machine.ts';
import { submissionMachine } from './submission/submission.machine.ts';
import { uploadMachine } from './upload/upload.machine.ts';
import { windowsMachine } from './windows/windows.machine.ts';

export { statusMachines } from '#domain/status-machine.ts';

/** Every workflow by the name of its machine. */
export const allMachines = {
  accountLogout: accountLogoutMachine,
  application: applicationMachine,
  build: buildMachine,
  conflict: conflictMachine,
  cover: coverMachine,
  drafts: draftsMachine,
  embedded: embeddedMachine,
  form: formMachine,
  handIn: handInMachine,
  handingIn: handingInMachine,
  handover: handoverMachine,
  interruption: interruptionMachine,
  keeping: keepingMachine,
  loading: loadingMachine,
  location: locationMachine,
  login: loginMachine,
  logins: loginsMachine,
  ownData: ownDataMachine,
  mail: mailMachine,
  notifications: notificationsMachine,
  payment: paymentMachine,
  portal: portalMachine,
  process: processMachine,
  refund: refundMachine,
  restoring: restoringMachine,
  saving: savingMachine,
  search: searchMachine,
  sentApplication: sentApplicationMachine,
  session: sessionMachine,
  submission: submissionMachine,
  upload: uploadMachine,
  windows: windowsMachine,
} as const satisfies Record<string, AnyStateMachine>;

/** Every workflow with the file it is drawn in, relative to this folder. */
export const machineList: readonly { file: string; machine: AnyStateMachine }[] = Object.entries(
  allMachines,
).map(([name, machine]) => ({ file: `${name}/${name}.machine.ts`, machine }));
