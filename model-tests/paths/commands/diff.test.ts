import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { paymentMachine } from '#machines/payment/payment.machine.ts';
import { paymentSubject } from '../../subjects/payment.ts';
import { changeOf, idsOf } from '../lock.ts';
import { pathsBy } from '../strategies.ts';
import { tellChange } from './diff.ts';

/** The payment with one arrow more: a provider takes back a failure. */
const drawnOtherwise = createMachine({
  ...paymentMachine.config,
  states: {
    ...paymentMachine.config.states,
    failed: {
      ...paymentMachine.config.states!.failed,
      on: { ...paymentMachine.config.states!.failed!.on, 'provider.reportedPending': 'pending' },
    },
  },
} as never).provide(paymentMachine.implementations as never);

it('reads an added arrow as new paths, told in words', () => {
  const before = { tour: pathsBy(paymentSubject, 'tour') };
  const paths = pathsBy({ ...paymentSubject, machine: drawnOtherwise }, 'tour');
  const change = changeOf(idsOf(before), idsOf({ tour: paths }));
  const [first, ...lines] = tellChange({ name: 'payment', layer: 'machine', change, paths, locale: 'en' });
  expect(first).toMatch(/^payment: \+[1-9]\d* paths?, −\d+ paths?$/);
  const told = lines.join('\n');
  for (const id of change.added) expect(told).toContain(`+ ${id}`);
  for (const id of change.removed) expect(told).toContain(`− ${id}`);
  expect(
    tellChange({
      name: 'payment',
      layer: 'machine',
      change: { added: [], removed: [] },
      paths,
      locale: 'en',
    }),
  ).toEqual([]);
});
