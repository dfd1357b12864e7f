import type { AnyStateMachine } from 'xstate';
import type { StatusMachine } from '#domain/status-machine.ts';
import { handInMachine } from './handIn/handIn.machine.ts';
import { interruptionMachine } from './interruption/interruption.machine.ts';
import { mailMachine } from './mail/mail.machine.ts';
import { paymentMachine } from './payment/payment.machine.ts';
import { processMachine } from './process/process.machine.ts';
import { refundMachine } from './refund/refund.machine.ts';
import { sentApplicationMachine } from './sentApplication/sentApplication.machine.ts';
import { submissionMachine } from './submission/submission.machine.ts';

/** The machines by which the server decides, by name. */
export const statusMachineOf = {
  process: processMachine,
  submission: submissionMachine,
  payment: paymentMachine,
  sentApplication: sentApplicationMachine,
  handIn: handInMachine,
  mail: mailMachine,
  refund: refundMachine,
  interruption: interruptionMachine,
} as const satisfies Record<StatusMachine, AnyStateMachine>;
