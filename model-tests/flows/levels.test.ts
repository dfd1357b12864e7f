import { describe, expect, it } from 'vitest';
import type { EventObject } from 'xstate';
import type { MetadataView } from '#contract/shapes.ts';
import { applicationMachine } from '#machines/application/application.machine.ts';
import { selectIsBelowLevel, selectScreen } from '#machines/application/application.selectors.ts';
import type { ApplicationInput } from '#machines/application/application.types.ts';
import type { Account } from '#machines/session/session.types.ts';
import { applicationEnds } from './application.subject.ts';
import { runLive } from './live.ts';
import { offer, processViews } from './process-views.ts';

const account = (trustLevel: Account['trustLevel']): Account => ({
  person: 'Kim',
  providerId: 'nkb',
  name: 'Kim Muster',
  trustLevel,
});
const seen = (level: Account['trustLevel']) =>
  ({ type: 'viewer.changed', viewer: 'account', account: account(level) }) as EventObject;
const demanding: MetadataView = { ...offer, trustLevel: 'substantial' };
const tooLow = { code: 'trust-level-too-low', trustLevel: 'substantial' } as const;

const fromService: ApplicationInput = {
  start: { kind: 'service', leiKaId: offer.leiKaId, area: '010020000000' },
  locale: 'de',
  viewer: 'account',
  account: account('low'),
  loginOutcome: null,
};
const fromProcess: ApplicationInput = { ...fromService, start: { kind: 'process', processId: 'p' } };

function open(input: ApplicationInput) {
  const live = runLive(applicationMachine, () => input, Object.keys(applicationEnds));
  const snapshot = () => live.snapshot() as never;
  return { ...live, screen: () => selectScreen(snapshot()), isBelow: () => selectIsBelowLevel(snapshot()) };
}

describe('a login below the level that a form asks for', () => {
  it('starts nothing, and starts once the level is there', async () => {
    const application = open(fromService);
    await application.answer('loadOffer', { offer: demanding, areaName: 'Kiel' });
    await application.answer('findDraft', null);
    expect(application.isBelow()).toBe(true);
    await application.bring({ type: 'account.chosen' });
    expect(application.underWay('startProcess')).toBe(0);

    await application.bring(seen('high'));
    await application.answer('findDraft', null);
    expect(application.isBelow()).toBe(false);
    await application.bring({ type: 'account.chosen' });
    expect(application.underWay('startProcess')).toBe(1);
  });

  it('starts by itself after the step up, and not after one that did not reach it', async () => {
    for (const [level, started] of [
      ['low', 0],
      ['substantial', 1],
    ] as const) {
      const application = open({ ...fromService, account: account(level), loginOutcome: 'SUCCESS' });
      await application.answer('loadOffer', { offer: demanding, areaName: 'Kiel' });
      await application.answer('findDraft', null);
      expect(application.underWay('startProcess'), level).toBe(started);
    }
  });

  it('is shown what it takes for a draft, which opens as soon as the level is there', async () => {
    const application = open(fromProcess);
    await application.refuse('loadProcess', tooLow);
    expect(application.screen()).toBe('levelTooLow');
    await application.bring(seen('substantial'));
    await application.answer('loadProcess', processViews.feeDue);
    expect(application.screen()).toBe('payment');
  });

  it.each([
    ['sending', processViews.ready, 'submission.requested', 'submitProcess'],
    ['paying', processViews.feeDue, 'payment.requested', 'startPayment'],
    ['choosing how the notice comes', processViews.noticeOpen, 'notice.chosen', 'chooseNotice'],
  ] as const)('is told so while %s, and nothing is tried on', async (_, view, type, call) => {
    const application = open(fromProcess);
    await application.answer('loadProcess', view);
    await application.bring({ type, accepted: true } as never);
    await application.refuse(call, tooLow);
    await application.refuse('loadProcess', tooLow);
    expect(application.screen()).toBe('levelTooLow');
  });
});
