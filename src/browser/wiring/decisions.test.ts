import { describe, expect, it, vi } from 'vitest';
import { type AnyActorLogic, type AnyStateMachine, createActor, toPromise } from 'xstate';
import type { Api } from '../api.ts';
import { ApiProblem } from '../api-problem.ts';
import { wireApplication } from './application.ts';
import { wireConflict } from './conflict.ts';
import { wireDrafts } from './drafts.ts';
import { wireForm } from './form.ts';
import { wireHandingIn } from './handing-in.ts';
import { wireKeeping } from './keeping.ts';
import { wireOwnData } from './own-data.ts';
import { wireRestoring } from './restoring.ts';
import { wireSaving } from './saving.ts';
import { wireSession } from './session.ts';
import { hostOf } from './testing/host-of.ts';

type Answers = Record<string, (input: unknown) => unknown>;

/** A server that answers as given, and remembers what it was asked. */
function serverOf(answers: Answers = {}) {
  const asked: [string, unknown][] = [];
  const api = new Proxy({} as Api, {
    get: (_, name: string) => async (input: unknown) => {
      asked.push([name, input]);
      return answers[name]?.(input) ?? {};
    },
  });
  return { api, asked };
}

/** Carries out one step of a flow alone. */
const carryOut = (flow: AnyStateMachine, step: string, input: object): Promise<unknown> =>
  toPromise(createActor(flow.implementations.actors[step] as AnyActorLogic, { input }).start());

/** Does what a flow does without waiting for it. */
const act = (flow: AnyStateMachine, action: string, params: unknown, context: unknown = {}): void => {
  const run = flow.implementations.actions[action] as unknown as (scope: object, params: unknown) => void;
  run({ context }, params);
};

const asked = { processId: 'p1', locale: 'de' } as const;
const call = { params: { id: 'p1' }, query: { lang: 'de' } };
const none = { signal: expect.any(AbortSignal) };

describe('a consent is told to the server only if it was given', () => {
  it.each([
    [true, 'true'],
    [false, undefined],
  ])('for a paid draft: %s', async (paidConsent, told) => {
    const server = serverOf();
    await carryOut(wireDrafts(server.api), 'deleteDraft', { id: 'd1', paidConsent });
    expect(server.asked).toEqual([['deleteDraft', { query: { id: 'd1', paidConsent: told } }]]);
  });

  it.each([
    [true, 'true'],
    [false, undefined],
  ])('for the end of a session with something paid: %s', async (paidConsent, told) => {
    const server = serverOf();
    await carryOut(wireSession(server.api), 'eraseSession', { locale: 'de', paidConsent });
    expect(server.asked).toEqual([['eraseSession', { query: { lang: 'de', paidConsent: told } }]]);
  });

  it.each([
    [6000, '6000'],
    [null, undefined],
  ])('for the amount that goes with everything: %s', async (paidCents, told) => {
    const server = serverOf();
    await carryOut(wireOwnData(server.api, {} as never), 'erasePerson', { locale: 'de', paidCents });
    expect(server.asked).toEqual([['erasePerson', { query: { lang: 'de', paidCents: told } }]]);
  });

  it.each([true, false])('for a notice that comes electronically: %s', async (accepted) => {
    const server = serverOf();
    const flow = wireApplication(server.api, hostOf());
    await carryOut(flow, 'chooseNotice', { ...asked, version: 3, accepted });
    const body = { version: 3, electronicNoticeDelivery: accepted };
    expect(server.asked).toEqual([['chooseNotice', { ...call, body }]]);
  });

  it.each([
    [true, { wantsMails: true }],
    [false, { wantsMails: false }],
    [undefined, {}],
  ])('for e-mails, with the statements: %s', async (wantsMails, told) => {
    const server = serverOf();
    const given = { version: 3, hash: 'h', statements: ['s1'] };
    await carryOut(wireApplication(server.api, hostOf()), 'completeProcess', {
      ...asked,
      ...given,
      wantsMails,
    });
    expect(server.asked).toEqual([['completeProcess', { ...call, body: { ...given, ...told } }]]);
  });
});

describe('what a person decided arrives as it was decided', () => {
  it('takes, keeps and corrects the values of the account that were chosen for that', async () => {
    const server = serverOf();
    const body = { version: 1, hash: 'h', apply: ['a'], keep: ['k'], correct: ['c'] };
    await carryOut(wireConflict(server.api), 'decideConflict', { ...asked, ...body });
    expect(server.asked).toEqual([['decideConflict', { ...call, body }]]);
  });

  it('saves entries over the state that they were made in', async () => {
    const server = serverOf();
    const content = { data: { owner: 'Ada' }, page: 'p1' };
    await carryOut(wireSaving(server.api), 'saveProgress', { ...asked, version: 4, content });
    expect(server.asked).toEqual([['saveProgress', { ...call, body: { version: 4, ...content } }]]);
  });

  it('hands in the files that are there', async () => {
    const server = serverOf();
    await carryOut(wireHandingIn(server.api, hostOf()), 'handIn', { ...asked, files: ['f1', 'f2'] });
    expect(server.asked).toEqual([['handIn', { ...call, body: { files: ['f1', 'f2'] } }]]);
  });

  it('turns pages of sent applications in both directions', async () => {
    const server = serverOf({ pageOfSent: () => ({ entries: [] }) });
    const page = { text: 'Hund', after: 'a', before: 'b' };
    await carryOut(wireDrafts(server.api), 'loadLists', { locale: 'de', asked: page });
    expect(server.asked).toContainEqual(['pageOfSent', { query: { lang: 'de', ...page }, ...none }]);
  });

  it('keeps the small picture of a file that has one, and of no other', () => {
    const server = serverOf();
    const flow = wireForm(server.api, hostOf());
    act(flow, 'storePreview', { processId: 'p1', fileId: 'f1', preview: null });
    act(flow, 'storePreview', { processId: 'p1', fileId: 'f2', preview: 'data:image/jpeg;base64,AAAA' });
    expect(server.asked).toEqual([
      ['keepPreview', { params: { id: 'p1', file: 'f2' }, body: { jpeg: 'AAAA' } }],
    ]);
  });

  it('saves the entries before answers become a file or another person’s', async () => {
    const saveAll = vi.fn(async () => undefined);
    const flow = wireKeeping(serverOf().api, { application: () => undefined, saveAll, logIn: vi.fn() });
    await carryOut(flow, 'saveEntries', {});
    expect(saveAll).toHaveBeenCalledOnce();
  });
});

describe('an application', () => {
  it('tells of the session that it has opened', async () => {
    const host = hostOf();
    await carryOut(wireApplication(serverOf().api, host), 'openAnonymousSession', { locale: 'de' });
    expect(host.sessionOpened).toHaveBeenCalledOnce();
  });

  it('takes no draft for none only where the server knows none', async () => {
    const find = (code: 'not-found' | 'network') => {
      const findProcess = () => {
        throw new ApiProblem(code);
      };
      const flow = wireApplication(serverOf({ findProcess }).api, hostOf());
      return carryOut(flow, 'findDraft', { metadataId: 'm', locale: 'de' });
    };
    await expect(find('not-found')).resolves.toBeNull();
    await expect(find('network')).rejects.toThrow('network');
  });

  it.each([
    ['has changed', '010020000000', true],
    ['has not changed', '010010000000', false],
  ])('after a lost answer, shows the place if it %s', async (_, key, isShown) => {
    const changePlace = () => {
      throw new ApiProblem('network');
    };
    const server = serverOf({ changePlace, getProcess: () => ({ area: { key } }) });
    const flow = wireApplication(server.api, hostOf());
    const changed = carryOut(flow, 'changePlace', { ...asked, area: '010020000000' });
    if (isShown) await expect(changed).resolves.toEqual({ area: { key } });
    else await expect(changed).rejects.toThrow('network');
  });

  it('tells the session of an application without an account that is being sent, and of no other', () => {
    const host = hostOf();
    const flow = wireApplication(serverOf().api, host);
    act(flow, 'tellSent', undefined, { process: { id: 'p1', facts: { hasUser: true } } });
    act(flow, 'tellSent', undefined, { process: { id: 'p2', facts: { hasUser: false } } });
    expect(host.sent.mock.calls).toEqual([['p2']]);
  });

  it('tells of every file that is lost, also of a single one', () => {
    const host = hostOf();
    const flow = wireApplication(serverOf().api, host);
    for (const count of [0, 1, 2]) act(flow, 'tellLostFiles', { count });
    expect(host.filesLost.mock.calls).toEqual([[1], [2]]);
  });
});

describe('answers from a file', () => {
  const restore = (viewer: string, size = 3) => {
    const server = serverOf();
    const sessionOpened = vi.fn();
    const application = () =>
      ({
        context: {
          offer: { metadataId: 'm' },
          start: { kind: 'service', leiKaId: 'l', area: '01' },
          locale: 'de',
          viewer,
        },
      }) as never;
    const flow = wireRestoring(server.api, { application, sessionOpened });
    const file = Object.assign(new Blob(['abc']), {});
    Object.defineProperty(file, 'size', { value: size });
    const done = carryOut(flow, 'restoreAnswers', { file, code: 'CODE' });
    return { done, server, sessionOpened };
  };

  it('open a session only where there is none, and tell of it afterwards', async () => {
    const first = restore('none');
    await first.done;
    expect(first.server.asked.map(([name]) => name)).toEqual(['openPseudo', 'restoreAnswers']);
    expect(first.sessionOpened).toHaveBeenCalledOnce();
    const second = restore('account');
    await second.done;
    expect(second.server.asked.map(([name]) => name)).toEqual(['restoreAnswers']);
    expect(second.sessionOpened).not.toHaveBeenCalled();
  });

  it('are not read from a file that is too large to be one', async () => {
    const { done, server } = restore('account', 1e9);
    await expect(done).rejects.toThrow('saved-answers-damaged');
    expect(server.asked).toEqual([]);
  });
});

describe('after everything of a person was deleted', () => {
  const end = (account: string | null) => {
    const told: unknown[] = [];
    const child = (name: string) => ({ send: (event: unknown) => told.push([name, event]) });
    const children = { session: child('session'), accountLogout: child('accountLogout') };
    const portal = { ...child('portal'), getSnapshot: () => ({ children }) };
    act(wireOwnData(serverOf().api, portal as never), 'tellEnd', { erasure: { account } });
    return told;
  };
  const ended = { type: 'session.ended', erased: null };

  it('the page, the session and the other windows learn of it, in this order', async () => {
    const other = new BroadcastChannel('serviceportal');
    const heard: unknown[] = [];
    other.addEventListener('message', ({ data }) => void heard.push(data));
    expect(end(null)).toEqual([
      ['portal', { type: 'person.erased', erasure: { account: null } }],
      ['session', ended],
    ]);
    await vi.waitFor(() => expect(heard).toEqual([ended]), 10_000);
    other.close();
  });

  it('the account is named as still open, and the window stays', () => {
    const account = { providerId: 'nkb', page: null };
    const left = { type: 'session.left', account, staysOpen: true, hasUnsaved: false };
    expect(end('nkb')).toContainEqual(['accountLogout', left]);
  });
});
