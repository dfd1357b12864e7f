import { describe, expect, it } from 'vitest';
import type { AnyStateMachine, EventObject } from 'xstate';
import { advance } from '#machines/kit/advance.ts';
import type { ProcessContext, ProcessEvent } from '#machines/process/process.types.ts';
import { expectedStatus, type Status } from '../oracle/status-table.ts';
import { explore, type Graph } from '../paths/graph.ts';
import type { Subject } from '../paths/subject.ts';
import { writeLedgerFile } from '../reporting/ledger-files.ts';
import { handInSubject } from '../subjects/handIn.ts';
import { interruptionSubject } from '../subjects/interruption.ts';
import { mailSubject } from '../subjects/mail.ts';
import { processSubject } from '../subjects/process.ts';
import { refundSubject } from '../subjects/refund.ts';
import { submissionSubject } from '../subjects/submission.ts';
import { type Condition, watchConditions } from './conditions.ts';

/** Conditions that only tell the compiler which event, or that something, is there: the states tell the machine. */
const FOR_THE_COMPILER = /\| (event\.type === '[\w.]+'|'step' in event|\S+ !=+ null) \| false$/;

/** Conditions that never decide in a situation that can be reached, by machine, with the reason. */
const never: Record<string, Record<Condition, string>> = {
  process: {
    'feeIsDue | context.feeCents > 0 | false':
      'money for a fee that has become nothing is put to refund when the form is completed, before a guard asks',
    'paymentMayBeRepeated | feeIsDue(context) | false':
      'a payment that has failed was for a fee, which only a change of the data takes away',
    'submissionMayFollow | !feeIsDue(context) | false':
      'nothing unpaid gets there; it stays in the guard, as nothing may be sent unpaid',
  },
  interruption: {
    'beginsNow | event.said.from <= event.at | false': 'the branch before takes what begins later',
  },
};

/** Situations that no walk has, and that a condition is for. */
const beside: Record<string, (graphs: readonly Graph<EventObject>[], machine: AnyStateMachine) => void> = {
  /** A payment of nothing, for an application that costs nothing, pays nothing. */
  process: (graphs, machine) => {
    const event: ProcessEvent = { type: 'payment.settled', amountCents: 0 };
    const free = graphs
      .flatMap(({ nodes }) => nodes)
      .filter(({ context }) => (context as ProcessContext).feeCents === 0);
    for (const { state, context } of free) {
      if (state === 'deleted') continue;
      const moved = advance(machine, { state, context }, event);
      const expected = expectedStatus(state as Status, context as ProcessContext, event);
      expect(moved.accepted ? moved.state : null, state).toBe(expected);
      if (moved.accepted)
        expect((moved.context as ProcessContext).paidCents).toBe((context as ProcessContext).paidCents);
    }
    expect(free.length).toBeGreaterThan(0);
  },
};

const subjects = [
  processSubject,
  submissionSubject,
  handInSubject,
  mailSubject,
  refundSubject,
  interruptionSubject,
] as unknown as readonly Subject<EventObject, unknown, unknown>[];

describe('each condition of each guard, true and false, decides alone somewhere', () => {
  it.each(subjects.map((subject) => ({ name: subject.name, subject })))(
    '$name',
    async ({ name, subject }) => {
      const { machine, all, during } = await watchConditions(name);
      const heard = during(() => {
        const graphs = subject.starts.map((start) => explore({ ...subject, machine }, start));
        beside[name]?.(graphs, machine);
      });
      const wanted = [...new Set(all)].filter((one) => !FOR_THE_COMPILER.test(one));
      const missing = wanted.filter((one) => !heard.has(one));
      const accepted = never[name] ?? {};
      const total = wanted.length;
      writeLedgerFile({
        machine: name,
        layer: 'machine',
        test: 'model-tests/machine/conditions.test.ts',
        coverage: {
          conditions: {
            ...{ total, covered: total - missing.length },
            missing: missing.filter((one) => !(one in accepted)),
            ...(missing.some((one) => one in accepted) && { elsewhere: accepted }),
          },
        },
        ...{ taken: {}, seen: {}, pathCount: 0, paths: [], pictures: [] },
      });
      expect(total).toBeGreaterThan(0);
      // What is accepted is missing: a reason for what does decide would be wrong.
      expect(missing.toSorted()).toEqual(Object.keys(accepted).toSorted());
    },
  );
});
