import { ClientError } from 'openid-client';
import { expect, it } from 'vitest';
import { faultOf } from './oidc-faults.ts';

const failure = (cause: Error) => new ClientError('something went wrong', { cause });

it('the log says what the library found in the protocol', () => {
  const cause = Object.assign(new Error('unexpected JWT "aud" claim value'), {
    name: 'OperationProcessingError',
  });
  expect(faultOf(failure(cause))).toEqual({
    fault: 'answer-not-believed',
    reason: 'something went wrong: unexpected JWT "aud" claim value',
  });
});

it('the log repeats no words that an answer may have brought', () => {
  expect(faultOf(failure(new Error('of Petra Lindemann')))).toMatchObject({ reason: 'something went wrong' });
  expect(faultOf(new Error('of Petra Lindemann'))).toMatchObject({ reason: 'the answer cannot be read' });
});
