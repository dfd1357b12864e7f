import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locale.ts';
import { workflows } from '../machines.ts';
import { textOf } from '../texts.ts';
import { isTried, type Tried, trials } from './facts.ts';
import { momentOf, placeOfMoment } from './moment-place.ts';
import { outcomesAt, tryEvent } from './try-event.ts';

const all = Object.keys(trials).filter(isTried);
const at = (tried: Tried, state: string, facts: Record<string, string> = {}) =>
  momentOf(tried, {
    state,
    ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [`f-${name}`, value])),
  });
const leads = (tried: Tried, state: string, event: string, facts?: Record<string, string>) => {
  const { arrow } = tryEvent(tried, at(tried, state, facts), event);
  return arrow === null ? 'refused' : `${arrow.rule} ${arrow.to.join() || state}`;
};

describe('an event that is tried', () => {
  it('leads where the workflow leads', () => {
    expect(leads('sentApplication', 'submitted', 'delivery.rejected')).toBe('SENT-06 processingError');
    expect(leads('payment', 'failed', 'provider.reportedPaid')).toBe('PAY-09 paid');
    expect(leads('refund', 'open', 'refund.marked')).toBe('REFUND-01 returned');
    expect(leads('mail', 'waiting', 'mail.deferred')).toBe('MAIL-03 waiting');
  });

  it('leads elsewhere for other facts', () => {
    expect(leads('process', 'PAYMENT_PENDING', 'payment.settled')).toBe('PROC-32 PAID');
    expect(leads('process', 'PAYMENT_PENDING', 'payment.settled', { amountCents: '100' })).toBe(
      'PROC-08 PAYMENT_PENDING',
    );
    expect(leads('process', 'COMPLETED', 'payment.started')).toBe('PROC-13 PAYMENT_PENDING');
    expect(leads('process', 'COMPLETED', 'payment.started', { feeCents: '0' })).toBe('refused');
    expect(leads('process', 'PAID', 'draft.deleted', { running: 'false' })).toBe('refused');
    expect(leads('process', 'PAID', 'draft.deleted', { running: 'false', paidConsent: 'true' })).toBe(
      'PROC-10 deleted',
    );
    expect(leads('refund', 'open', 'refund.marked', { byTwo: 'true' })).toBe('refused');
    expect(leads('submission', 'SEAL_DATA', 'step.postponed')).toBe('SUB-P02 waiting');
    expect(leads('submission', 'SEAL_DATA', 'step.postponed', { timeLeft: 'false' })).toBe('refused');
  });

  it('changes the facts as it changes the application', () => {
    const paid = tryEvent('process', at('process', 'PAYMENT_PENDING'), 'payment.settled');
    expect(paid.arrow !== null && paid.after).toMatchObject({ state: 'PAID', facts: { paidCents: 3000 } });
  });

  it('that is refused names the arrows with their conditions', () => {
    const outcome = tryEvent('process', at('process', 'COMPLETED', { feeCents: '0' }), 'payment.started');
    expect(outcome.arrow === null && outcome.unless.map(({ guard }) => guard)).toEqual(['paymentMayStart']);
    const unknown = tryEvent('process', at('process', 'SUBMITTED'), 'payment.started');
    expect(unknown.arrow === null && unknown.unless).toEqual([]);
  });
});

describe.each(all)('%s', (tried) => {
  const states = workflows.get(tried)?.states.slice(1) ?? [];

  it('can be tried in every state, and every move is an arrow of the drawing', () => {
    for (const { path } of states) {
      for (const outcome of outcomesAt(tried, at(tried, path))) {
        if (outcome.arrow !== null && outcome.arrow.to.length > 0) {
          expect(outcome.arrow.to).toContain(outcome.after.state);
        }
      }
    }
  });

  it('has an address for every moment, which leads back to it', () => {
    for (const { path } of states) {
      for (const fact of trials[tried].facts) {
        const other = typeof fact.initial === 'boolean' ? !fact.initial : fact.initial;
        const moment = at(tried, path);
        const changed = { ...moment, facts: { ...moment.facts, [fact.name]: other } };
        expect(momentOf(tried, placeOfMoment(tried, changed))).toEqual(changed);
      }
    }
  });

  it.each(locales)('has words for its facts and their choices (%s)', (locale) => {
    const text = textOf(locale);
    for (const fact of trials[tried].facts) {
      expect(text(`workshop:whatIf.fact.${fact.name}`), fact.name).toBeDefined();
      if (!('choices' in fact) || fact.name === 'step') continue;
      for (const each of fact.choices) {
        expect(text(`workshop:whatIf.choice.${fact.name}.${each}`), each).toBeDefined();
      }
    }
  });
});

it('an address with a value that is none keeps what was there', () => {
  const place = { state: 'NOWHERE', 'f-feeCents': 'much', 'f-mode': 'sometimes', 'f-hasUser': '1' };
  expect(momentOf('process', place)).toEqual(momentOf('process', {}));
});
