import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { TakenFile } from '#contract/process.ts';
import type { SavedProgress } from '#contract/process-calls.ts';
import { MAX_FILES } from '#forms/files.ts';
import type { Component, FileValue, FormDefinition } from '#forms/types.ts';
import { askedFiles } from '#machines/form/form.files.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import {
  selectAwaited,
  selectHasUnsaved,
  selectMissedFiles,
  selectSaveState,
  selectSaving,
  selectShownErrors,
} from '#machines/form/form.selectors.ts';
import type {
  FormAccess,
  FormContext,
  FormEvent,
  FormQuery,
  FormReport,
  PendingFile,
} from '#machines/form/form.types.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import type { Progress } from '#machines/saving/saving.types.ts';
import { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { Sending } from '#machines/upload/upload.types.ts';
import { stored } from './form.subject.ts';
import { type Live, runLive } from './live.ts';

type Call = Sending & { end: (answer: FileValue | { code: string }) => Promise<void>; stopped: boolean };

const definition = stored({}, 1).form as FormDefinition;
const proof: Component = {
  type: 'file',
  key: 'pass',
  label: 'Pass',
  input: true,
  multiple: false,
  filePattern: 'application/pdf',
  fileMaxSize: '1MB',
};
const pageWith = (...components: Component[]): FormDefinition['components'][number] => ({
  type: 'panel',
  key: 'first',
  label: 'First',
  title: 'First',
  components,
});

/**
 * A form with real uploads, and a server that answers them when the test decides.
 * @param more pages before those of the form
 */
async function openForm(data: object = { name: 'Kim' }, ...more: FormDefinition['components']) {
  const calls: Call[] = [];
  const office = { isOutrun: false };
  let saves = 0;
  const sendFile = fromPromise<TakenFile, Sending>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const call: Call = {
          ...input,
          stopped: false,
          end: async (answer) => {
            if ('code' in answer) reject(answer);
            else resolve({ ...answer, checked: true });
            await new Promise((done) => setTimeout(done));
          },
        };
        signal.addEventListener('abort', () => {
          call.stopped = true;
        });
        calls.push(call);
      }),
  );
  const machine = formMachine.provide({
    actors: {
      upload: uploadMachine.provide({ actors: { sendFile } }),
      loadForm: fromPromise<FormAccess, FormQuery>(async () => ({
        ...stored(data as FormContext['data'], 1),
        form: { ...definition, components: [...more, ...definition.components] },
      })),
      saving: savingMachine.provide({
        actors: {
          saveProgress: fromPromise<SavedProgress, Progress>(async () => {
            if (office.isOutrun) throw { code: 'version-conflict' };
            saves += 1;
            return { version: 1 + saves, status: 'EDITING', savedAt: 'now', availableUntil: 'later' };
          }),
        },
      }),
    },
  });
  const reports: FormReport[] = [];
  const parent = createActor(
    fromCallback<FormReport>(({ receive }) => receive((report) => reports.push(report))),
  ).start();
  const live = runLive(machine, () => ({ processId: 'p', locale: 'de', parent }), []);
  await new Promise((done) => setTimeout(done));
  const send = async (...events: FormEvent[]) => {
    for (const event of events) await live.bring(event);
  };
  const choose = (path: string, ...names: string[]) => send(chosen(path, ...names));
  return {
    live,
    calls,
    office,
    send,
    choose,
    reports,
    context: () => live.snapshot().context as FormContext,
  };
}

const chosen = (path: string, ...names: string[]): FormEvent => ({
  type: 'files.chosen',
  path,
  files: names.map((name) => ({ name, size: 10, type: 'application/pdf', content: name })),
});
const kept = (id: string): FileValue => ({ id, name: `${id}.pdf`, size: 10, type: 'application/pdf' });
const navigation = (live: Live) => /navigation\.(\w+)/.exec(live.state())?.[1];
const select = <T>(live: Live, selector: (snapshot: never) => T): T => selector(live.snapshot() as never);
const next: FormEvent = { type: 'page.nextRequested' };

describe('files of a form', () => {
  it('are sent three at a time, in the order of their choice', async () => {
    const { calls, choose, context } = await openForm();
    await choose('proof', 'a', 'b', 'c', 'd', 'e');
    expect(calls.map(({ file }) => file.content)).toEqual(['a', 'b', 'c']);
    await calls[1]?.end(kept('b'));
    expect(calls.map(({ file }) => file.content)).toEqual(['a', 'b', 'c', 'd']);
    await calls[0]?.end({ code: 'file-type-refused' });
    expect(calls).toHaveLength(5);
    expect(context().data.proof).toEqual([kept('b')]);
  });

  it('count as saved only when the data names them and is saved', async () => {
    const { live, calls, choose } = await openForm();
    await choose('proof', 'a');
    expect([select(live, selectHasUnsaved), select(live, selectSaveState)]).toEqual([true, 'uploading']);
    await calls[0]?.end({ code: 'network' });
    expect([select(live, selectHasUnsaved), select(live, selectSaveState)]).toEqual([true, 'filesMissing']);
    await live.bring({ type: 'network.restored' });
    await calls[1]?.end(kept('a'));
    expect(select(live, selectHasUnsaved)).toBe(true);
    await live.passTime(1_000);
    expect([select(live, selectHasUnsaved), select(live, selectSaveState)]).toEqual([false, 'saved']);
  });

  it('are waited for, with their progress, and then it goes on by itself', async () => {
    const { live, calls, choose, send, context } = await openForm();
    await choose('proof', 'a', 'b');
    await send(next);
    calls[0]?.progress.send({ type: 'bytes.sent', loaded: 4 });
    expect(select(live, selectAwaited)).toEqual({ count: 2, loaded: 4, size: 20 });
    await calls[0]?.end(kept('a'));
    expect([navigation(live), context().page]).toEqual(['awaiting', 'person']);
    await calls[1]?.end(kept('b'));
    expect([navigation(live), context().page]).toEqual(['filling', 'more']);
  });

  it('that cannot be had keep the person, who is told which and why', async () => {
    const { live, calls, choose, send, context } = await openForm();
    await choose('proof', 'a');
    await send(next);
    await calls[0]?.end({ code: 'file-type-refused' });
    expect(navigation(live)).toBe('showingErrors');
    expect(select(live, selectMissedFiles)).toMatchObject([
      { name: 'a', page: null, problem: { code: 'file-type-refused' } },
    ]);
    await send({ type: 'file.removed', path: 'proof', id: context().pendingFiles[0]!.id }, next);
    expect(context().page).toBe('more');
  });

  it('of another page are asked about before the summary, with the name of their page', async () => {
    const { live, calls, choose, send, context } = await openForm();
    await choose('proof', 'a');
    await send({ type: 'page.chosen', page: 'more' }, next);
    expect(navigation(live)).toBe('awaiting');
    await calls[0]?.end({ code: 'network' });
    expect(select(live, selectMissedFiles)).toMatchObject([
      { name: 'a', page: { key: 'person', title: 'Person' } },
    ]);
    await send({ type: 'file.retried', id: context().pendingFiles[0]!.id }, next);
    await calls[1]?.end(kept('a'));
    await live.passTime(1_000);
    expect(navigation(live)).toBe('finished');
  });

  it('of another page do not keep anybody from the pages before the summary', async () => {
    const { calls, choose, send, context } = await openForm();
    await send({ type: 'page.chosen', page: 'more' });
    await choose('proof', 'a');
    await calls[0]?.end({ code: 'network' });
    await send({ type: 'page.chosen', page: 'person' });
    expect(context().page).toBe('person');
  });

  it('a removed one is not sent any further, and nobody goes on because of it', async () => {
    const { live, calls, choose, send, context } = await openForm();
    await choose('proof', 'a');
    await send(next, { type: 'file.removed', path: 'proof', id: 'upload-1' });
    expect(calls[0]?.stopped).toBe(true);
    expect([navigation(live), context().page, context().pendingFiles]).toEqual(['filling', 'person', []]);
  });

  it('a renewed session sends again what its end has stopped, and nothing else', async () => {
    const { calls, choose, send } = await openForm();
    await choose('proof', 'a', 'b', 'c');
    await calls[0]?.end({ code: 'session-expired' });
    await calls[1]?.end({ code: 'too-many-requests' });
    await calls[2]?.end({ code: 'trust-level-too-low' });
    await send({ type: 'network.restored' });
    expect(calls).toHaveLength(3);
    await send({ type: 'session.renewed' });
    expect(calls.map(({ file }) => file.content)).toEqual(['a', 'b', 'c', 'a', 'c']);
  });

  it('move with their row, and go with it', async () => {
    const { calls, choose, send, context } = await openForm({
      name: 'Kim',
      children: [{}, {}, {}],
    });
    await choose('children[1].birth', 'one');
    await choose('children[2].birth', 'two');
    await send({ type: 'row.removed', path: 'children', index: 1 });
    expect(calls[0]?.stopped).toBe(true);
    expect(context().pendingFiles.map(({ path }) => path)).toEqual(['children[1].birth']);
    await calls[1]?.end(kept('two'));
    expect(context().data.children).toMatchObject([{}, { birth: [kept('two')] }]);
  });

  it('a newer state takes the place of those under way', async () => {
    const { live, calls, office, choose, send, reports } = await openForm();
    await choose('proof', 'a');
    office.isOutrun = true;
    await send({ type: 'value.changed', path: 'name', value: 'Ada' }, next);
    expect(select(live, selectSaveState)).toBe('conflict');
    expect(calls[0]?.stopped, 'not before the person has chosen').toBe(false);
    select(live, selectSaving)?.send({ type: 'newerState.requested' });
    expect(reports.at(-1)).toEqual({ type: 'form.lost', problem: { code: 'version-conflict' }, files: 1 });
    live.stop();
    expect(calls[0]?.stopped).toBe(true);
  });

  it('are counted together: those kept, those under way, those chosen at once, and none that is refused', async () => {
    const { calls, choose, context } = await openForm({}, pageWith(proof));
    const names = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
    const refused = () => context().pendingFiles.filter(({ stage }) => stage === 'refused');
    await choose('pass', 'one');
    await choose('proof', ...names(MAX_FILES - 1));
    await calls[0]?.end(kept('one'));
    expect(refused()).toEqual([]);
    await choose('proof', 'too many');
    expect(refused()).toMatchObject([{ name: 'too many', problem: { code: 'file-limit-reached' } }]);
    const fresh = await openForm();
    await fresh.choose('proof', ...names(MAX_FILES + 1));
    expect(fresh.context().pendingFiles.filter(({ stage }) => stage === 'refused')).toHaveLength(1);
    const [last] = fresh.context().pendingFiles.slice(-1);
    expect(last?.stage).toBe('refused');
    await fresh.send({ type: 'file.removed', path: 'proof', id: 'upload-1' });
    await fresh.choose('proof', 'in its place');
    expect(fresh.context().pendingFiles.at(-1)).toMatchObject({ name: 'in its place', stage: 'queued' });
  });

  it('one that takes the place of another is not counted beside it', async () => {
    const { choose, context } = await openForm({}, pageWith(proof));
    const names = Array.from({ length: MAX_FILES - 1 }, (_, at) => `${at}`);
    await choose('proof', ...names);
    await choose('pass', 'one');
    await choose('pass', 'other');
    expect(context().pendingFiles.at(-1)).toMatchObject({ name: 'other', stage: 'queued' });
  });

  it('what speaks against one is said before a byte of it is sent', async () => {
    const { calls, send, context } = await openForm();
    const file = { name: 'a.txt', size: 10, type: 'text/plain', content: null };
    await send({ type: 'files.chosen', path: 'proof', files: [file] });
    expect(calls).toEqual([]);
    expect(context().pendingFiles).toMatchObject([
      { stage: 'refused', problem: { code: 'file-type-refused' } },
    ]);
  });

  it('a required file that is on its way is not called missing, and is when it is gone', async () => {
    const { live, choose, send } = await openForm({}, pageWith({ ...proof, validate: { required: true } }));
    await choose('pass', 'a');
    await send(next);
    expect([navigation(live), select(live, selectShownErrors)]).toEqual(['awaiting', []]);
    await send({ type: 'file.removed', path: 'pass', id: 'upload-1' }, next);
    expect(select(live, selectShownErrors)).toMatchObject([{ path: 'pass', rule: 'required' }]);
  });

  it('in a field for one file the later choice takes the place of the earlier', async () => {
    const { calls, choose, context } = await openForm({}, pageWith(proof));
    await choose('pass', 'a');
    await choose('pass', 'b');
    expect(calls[0]?.stopped).toBe(true);
    await calls[1]?.end(kept('b'));
    await choose('pass', 'c');
    await calls[2]?.end(kept('c'));
    expect([context().pendingFiles, context().data.pass]).toEqual([[], [kept('c')]]);
  });

  it('what is asked for no more keeps nobody, and is not sent any further once the form is through', async () => {
    const asked = { ...proof, conditional: { show: true, when: 'other', eq: 'yes' } };
    const { live, calls, choose, send, context } = await openForm(
      { name: 'Kim', other: 'yes' },
      pageWith({ type: 'textfield', key: 'other', label: 'Other', input: true }, asked),
    );
    await choose('pass', 'a');
    await send({ type: 'value.changed', path: 'other', value: 'no' });
    expect(context().page).toBe('first');
    await send(next, next, next);
    expect(calls[0]?.stopped).toBe(true);
    await live.passTime(1_000);
    expect([navigation(live), calls[0]?.stopped, context().pendingFiles]).toEqual(['finished', true, []]);
  });

  it('in a group that is asked for no more keep nobody', async () => {
    const { evaluation } = (await openForm()).context();
    const file: PendingFile = {
      id: 'a',
      path: 'children[0].birth',
      name: 'a',
      size: 1,
      loaded: 0,
      stage: 'sending',
      problem: null,
    };
    const asked = (...hidden: string[]) =>
      askedFiles({ pendingFiles: [file], evaluation: { ...evaluation, hidden: new Set(hidden) } });
    expect(asked('children[1].birth')).toEqual([file]);
    expect(asked('children'), 'the group').toEqual([]);
    expect(asked('children[0].birth'), 'the field in its row').toEqual([]);
  });
});
