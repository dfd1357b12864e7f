import { expect, it } from 'vitest';
import { accepts, assertAccepts, assertVersion, nextStepOf, type ProcessRow, refusedBy } from './row.ts';

const row = {
  id: 'process-1',
  version: 3,
  status: 'SUBMITTED',
  context: { running: false },
} as unknown as ProcessRow;
const progressed = { type: 'form.progressed' } as const;

it.each([2, 4])(
  'a write that is based on version %i of an application of version 3 is refused',
  (version) => {
    expect(() => assertVersion(row, 3)).not.toThrow();
    expect(() => assertVersion(row, version)).toThrow(
      expect.objectContaining({
        code: 'version-conflict',
        details: { version: 3, processStatus: 'SUBMITTED' },
      }),
    );
  },
);

it('what the machine refuses is a conflict, and the journal hears who has tried', () => {
  expect(accepts(row, progressed)).toBe(false);
  const refusal = refusedBy(row, progressed, 'person');
  expect(() => assertAccepts(row, progressed, 'person')).toThrow(refusal);
  expect(refusal).toMatchObject({
    code: 'status-conflict',
    details: { processStatus: 'SUBMITTED' },
    facts: {
      refused: {
        processId: 'process-1',
        machine: 'process',
        attempt: null,
        event: 'form.progressed',
        from: 'SUBMITTED',
        by: 'person',
      },
    },
  });
});

it('after the submission the next step is its result', () => {
  expect(nextStepOf(row)).toBe('result');
});
