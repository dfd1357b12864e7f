import { ClientError } from 'openid-client';
import { expect, it } from 'vitest';
import { AnswerDisbelieved, faultOf, LoginRefused } from './oidc-faults.ts';

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

it('the log says in our own words what was found', () => {
  expect(faultOf(new AnswerDisbelieved('the claims have no sub'))).toEqual({
    fault: 'answer-not-believed',
    reason: 'the claims have no sub',
  });
  expect(faultOf(new LoginRefused('level-too-low', 'trust level low'))).toEqual({
    fault: 'level-too-low',
    reason: 'trust level low',
  });
});
