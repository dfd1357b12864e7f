import { describe, expect, it } from 'vitest';
import { MAX_FILES } from '#forms/files.ts';
import { askedFiles } from '#machines/form/form.files.ts';
import {
  selectAwaited,
  selectBytesSent,
  selectHasPendingFiles,
  selectHasUnsaved,
  selectMissedFiles,
  selectSaveState,
  selectSaving,
  selectShownErrors,
} from '#machines/form/form.selectors.ts';
import type { FormEvent } from '#machines/form/form.types.ts';
import type { PendingFile } from '#machines/upload/pending-files.ts';
import { follow } from './follow.ts';
import {
  asksPage,
  back,
  beginForm,
  choosesPage,
  fileField,
  finished,
  formOf,
  kept,
  next,
  type OpenForm,
  openForm,
  pageOf,
  pageOpened,
  required,
  saved,
  stays,
  text,
  toSummary,
  twoPages,
  typed,
  when,
} from './form-live.ts';

const pass = fileField('pass');
/** The two pages, behind a page with these fields. */
const behind = (...components: Parameters<typeof pageOf>[1]) =>
  formOf(pageOf('first', components), ...twoPages.components);
const withPass = (about: object = {}) => ({ form: behind(fileField('pass', about)) });

const removes = (path: string, id: string): FormEvent => ({ type: 'file.removed', path, id });
const names = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
const stages = (live: OpenForm) => live.context().pendingFiles.map(({ stage }) => stage);
const refused = (live: OpenForm) => live.context().pendingFiles.filter(({ stage }) => stage === 'refused');
const sentNames = (live: OpenForm) => live.sent.map(({ file }) => file.content);

/** Everything is saved. */
async function save(live: OpenForm) {
  await live.passTime(400);
  await live.answer('saveProgress', saved(5));
}

describe('files of a form', () => {
  it('are sent three at a time, in the order of their choice', async () => {
    const live = await openForm();
    await live.choose('proof', 'a', 'b', 'c', 'd', 'e');
    expect(sentNames(live)).toEqual(['a', 'b', 'c']);
    expect(stages(live)).toEqual(['sending', 'sending', 'sending', 'queued', 'queued']);
    await live.sent[1]?.end(kept('b'));
    expect(sentNames(live)).toEqual(['a', 'b', 'c', 'd']);
    await live.sent[0]?.end({ code: 'file-type-refused' });
    expect(live.sent).toHaveLength(5);
    expect(live.context().data.proof).toEqual([kept('b')]);
  });

  it('have their turn while none before them is sent or checked, also when one is removed', async () => {
    const live = await openForm();
    await live.choose('proof', 'a', 'b', 'c', 'd');
    for (const { progress } of live.sent) progress.send({ type: 'file.delivered' });
    await live.choose('proof', 'e');
    expect(stages(live)).toEqual(['checking', 'checking', 'checking', 'queued', 'queued']);
    expect(live.sent).toHaveLength(3);
    await live.send(removes('proof', 'upload-2'));
    expect(sentNames(live)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('count as saved only when the data names them and is saved', async () => {
    const live = await openForm();
    const says = () => [live.ask(selectHasUnsaved), live.ask(selectSaveState)];
    await live.choose('proof', 'a');
    expect(says()).toEqual([true, 'uploading']);
    await live.sent[0]?.end({ code: 'network' });
    expect(says()).toEqual([true, 'filesMissing']);
    await live.bring({ type: 'network.restored' });
    await live.sent[1]?.end(kept('a'));
    expect(live.ask(selectHasUnsaved)).toBe(true);
    await save(live);
    expect(says()).toEqual([false, 'saved']);
    await live.choose('proof', 'b');
    expect(says(), 'something else is saved').toEqual([true, 'uploading']);
  });

  it('are waited for, with their progress, and then it goes on by itself', async () => {
    const live = await openForm();
    await live.choose('proof', 'a', 'b');
    await live.send(next);
    const [a, b] = live.sent;
    a?.progress.send({ type: 'bytes.sent', loaded: 4 });
    b?.progress.send({ type: 'bytes.sent', loaded: 3 });
    expect(live.ask(selectAwaited)).toEqual({ count: 2, loaded: 7, size: 20 });
    expect(live.ask(selectBytesSent)).toBe(7);
    a?.progress.send({ type: 'file.delivered' });
    expect(live.ask(selectBytesSent), 'what is checked was sent').toBe(7);
    await a?.end(kept('a'));
    expect([live.state(), live.context().page]).toEqual(['awaiting dirty', 'person']);
    await b?.end({ code: 'network' });
    await live.send({ type: 'network.restored' });
    expect(live.ask(selectBytesSent), 'it is sent from its beginning').toBe(0);
    await live.send(next);
    await live.sent[2]?.end(kept('b'));
    expect([live.state(), live.context().page]).toEqual(['filling sending', 'more']);
    expect(live.context().data.proof).toEqual([kept('a'), kept('b')]);
  });

  it('are saved before the summary for which they were waited', async () => {
    const live = await openForm();
    await live.choose('proof', 'a');
    await live.send(choosesPage('more'), next);
    await save(live);
    await live.sent[0]?.end(kept('a'));
    expect(live.state()).toBe('finishing dirty');
    await save(live);
    expect(live.state()).toBe('finished clean');
  });

  it('that cannot be had keep the person, who is told which and why', async () => {
    const live = await openForm();
    await live.choose('proof', 'a');
    await live.send(next);
    await live.sent[0]?.end({ code: 'file-type-refused' });
    expect([live.state(), live.context().failedAttempts]).toEqual(['showingErrors clean', 1]);
    expect(live.ask(selectMissedFiles)).toMatchObject([
      { name: 'a', page: null, problem: { code: 'file-type-refused' } },
    ]);
    await live.send(choosesPage('person'));
    expect(live.state(), 'nothing is named on a page that is opened again').toBe('filling clean');
    await live.send(removes('proof', 'upload-1'), next);
    expect(live.context().page).toBe('more');
  });

  it('that were refused while they were waited for are named once, and then stop nobody', async () => {
    const live = await openForm();
    await live.choose('proof', 'a', 'b');
    await live.send(next);
    await live.sent[0]?.end({ code: 'file-damaged' });
    expect(live.state()).toBe('showingErrors clean');
    expect(live.ask(selectMissedFiles)).toMatchObject([{ name: 'a', isDispensable: true }]);
    await live.send(next);
    expect(live.state(), 'the other one is still waited for').toBe('awaiting clean');
    await live.sent[1]?.end(kept('b'));
    expect(live.context().page).toBe('more');
    await live.send(next);
    await save(live);
    await save(live);
    expect(live.state(), 'from another page, too').toBe('finished clean');
  });

  it('that were refused before the person goes on are named once, and then stop nobody', async () => {
    const live = await openForm();
    await live.choose('proof', 'a');
    await live.sent[0]?.end({ code: 'file-infected' });
    await live.send(next);
    expect([live.state(), live.context().page]).toEqual(['showingErrors clean', 'person']);
    expect(live.ask(selectMissedFiles)).toMatchObject([{ name: 'a', isDispensable: true }]);
    await live.send(next);
    expect(live.context().page).toBe('more');
    await live.send(back);
    await live.send(removes('proof', 'upload-1'));
    await live.choose('proof', 'b');
    await live.sent[1]?.end({ code: 'file-infected' });
    await live.send(next);
    expect(live.ask(selectMissedFiles), 'another one is named itself').toMatchObject([{ name: 'b' }]);
  });

  it('that failed are named again when they are refused', async () => {
    const live = await openForm();
    await live.choose('proof', 'a');
    await live.sent[0]?.end({ code: 'network' });
    await live.send(next, { type: 'file.retried', id: 'upload-1' });
    await live.sent[1]?.end({ code: 'file-infected' });
    await live.send(choosesPage('person'), next);
    expect([live.state(), live.context().page]).toEqual(['showingErrors clean', 'person']);
  });

  it('that were refused stop nobody twice whose field has an answer', async () => {
    const form = withPass({ ...required, multiple: true });
    const live = await openForm({ name: 'Kim', pass: [kept('a')] }, form);
    await live.choose('pass', 'b');
    await live.sent[0]?.end({ code: 'file-damaged' });
    await live.send(next, next);
    expect(live.context().page).toBe('person');
    const without = await openForm({ name: 'Kim' }, form);
    await without.choose('pass', 'b');
    await without.sent[0]?.end({ code: 'file-damaged' });
    await without.send(next);
    expect([without.state(), without.context().page]).toEqual(['showingErrors clean', 'first']);
    expect(without.ask(selectMissedFiles)).toMatchObject([{ name: 'b', isDispensable: false }]);
    const elsewhere = await openForm({});
    await elsewhere.choose('proof', 'a');
    await elsewhere.sent[0]?.end({ code: 'file-damaged' });
    await elsewhere.send(next);
    expect(elsewhere.ask(selectMissedFiles), 'another field lacks its answer').toMatchObject([
      { isDispensable: true },
    ]);
  });

  it('that did not arrive are named on the way to the summary, and stop nobody who does not need them', async () => {
    for (const [code, state] of [
      ['file-damaged', 'finished clean'],
      ['network', 'showingErrors clean'],
    ] as const) {
      const live = await openForm();
      await live.choose('proof', 'a');
      await live.sent[0]?.end({ code });
      for (const expected of ['showingErrors clean', state]) {
        await live.send(toSummary);
        expect(live.state()).toBe(expected);
      }
      const changing = await openForm({ name: 'Kim' }, { page: 'more', returnsToSummary: true });
      await changing.choose('proof', 'a');
      await changing.sent[0]?.end({ code });
      for (const expected of ['showingErrors clean', state]) {
        await changing.send(back);
        expect(changing.state()).toBe(expected);
      }
    }
  });

  it('that did not arrive are named on their page when the address names the summary', async () => {
    const live = await openForm({ name: 'Kim' });
    await live.choose('proof', 'a');
    await live.send(choosesPage('more'));
    await live.sent[0]?.end({ code: 'file-damaged' });
    live.done();
    await live.send(toSummary);
    expect([live.state(), live.context().page]).toEqual(['showingErrors sending', 'person']);
    expect(live.ask(selectMissedFiles)).toMatchObject([{ name: 'a', page: null }]);
    expect(live.done()).toEqual([pageOpened('person'), stays]);
  });

  it('of another page are asked about before the summary, with the name of their page', async () => {
    const live = await openForm({ name: 'Kim' }, { form: behind(text('other')) });
    await live.choose('proof', 'a');
    await live.send(choosesPage('more'), next);
    expect(live.state()).toBe('awaiting sending');
    await live.sent[0]?.end({ code: 'network' });
    expect(live.ask(selectMissedFiles)).toMatchObject([
      { name: 'a', page: { key: 'person', title: 'Person' } },
    ]);
    await live.send({ type: 'file.retried', id: 'upload-1' }, next);
    await live.sent[1]?.end(kept('a'));
    await save(live);
    await save(live);
    expect(live.state()).toBe('finished clean');
  });

  it.each([
    ['has failed', { code: 'network' }],
    ['is on its way', null],
  ])('of another page, one of which %s, keep nobody from the pages before the summary', async (_, end) => {
    const live = await openForm({ name: 'Kim' }, { form: behind(text('other')) });
    await live.choose('proof', 'a');
    if (end) await live.sent[0]?.end(end);
    await live.send(next);
    expect(live.context().page).toBe('person');
    await live.send(choosesPage('first'));
    expect(live.context().page).toBe('first');
  });

  it.each([
    ['a value', typed('Jo')],
    ['a row', { type: 'row.removed', path: 'children', index: 0 } as FormEvent],
    ['a row that is put back', { type: 'row.restored' } as FormEvent],
    ['a file', removes('proof', 'upload-1')],
  ])('are not waited for any more by a person who changes %s', async (_, event) => {
    const live = await openForm({ name: 'Kim', children: [{}] });
    await live.choose('proof', 'a');
    await live.send(next);
    expect([live.state(), live.ask(selectHasPendingFiles)]).toEqual(['awaiting clean', true]);
    await live.send(event);
    expect(live.state()).toMatch(/^filling/);
    expect(live.context().page).toBe('person');
  });

  it('on their way keep the address from the summary', async () => {
    const live = await openForm();
    await live.choose('proof', 'a');
    live.done();
    await follow(live, [[toSummary, 'filling clean']]);
    expect(live.done()).toEqual([pageOpened('person'), stays]);
  });

  it('on their way are waited for on the way back to the summary', async () => {
    const live = await openForm({ name: 'Kim' }, { page: 'more', returnsToSummary: true });
    await live.choose('proof', 'a');
    live.done();
    await follow(live, [[back, 'awaiting clean', { page: 'more' }]]);
    expect(live.done()).toEqual([]);
    await live.sent[0]?.end(kept('a'));
    await save(live);
    expect(live.done().at(-1)).toEqual(finished);
  });

  it('a removed one is not sent any further, and nobody goes on because of it', async () => {
    const live = await openForm();
    await live.choose('proof', 'a');
    await live.send(next, removes('proof', 'upload-1'));
    expect(live.sent[0]?.isStopped).toBe(true);
    expect([live.state(), live.context().page, stages(live)]).toEqual(['filling clean', 'person', []]);
  });

  it('one that the data names is removed from it, whatever is on its way', async () => {
    const live = await openForm({ name: 'Kim', proof: [kept('a'), kept('b')] });
    await live.choose('proof', 'c');
    await live.send(removes('proof', 'a'));
    expect([live.context().data.proof, live.sent[0]?.isStopped]).toEqual([[kept('b')], false]);
    await save(live);
    expect(live.calls('saveProgress')).toMatchObject([{ content: { data: { proof: [kept('b')] } } }]);
  });

  it('one that arrives or is removed leaves no upload behind', async () => {
    const live = await openForm();
    const uploads = () => Object.keys(live.snapshot().children).filter((id) => id.startsWith('upload'));
    await live.choose('proof', 'a', 'b');
    await live.sent[0]?.end(kept('a'));
    expect(uploads()).toEqual(['upload-2']);
    await live.send(removes('proof', 'upload-2'));
    expect(uploads()).toEqual([]);
    await live.send({ type: 'upload.kept', id: 'upload-2', file: kept('b') });
    expect(live.context().data.proof, 'it may have arrived in the same moment').toEqual([kept('a')]);
  });

  it('a renewed session sends again what its end has stopped, and nothing else', async () => {
    const live = await openForm();
    await live.choose('proof', 'a', 'b', 'c');
    await live.sent[0]?.end({ code: 'session-expired' });
    await live.sent[1]?.end({ code: 'too-many-requests' });
    await live.sent[2]?.end({ code: 'trust-level-too-low' });
    await live.send({ type: 'network.restored' });
    expect(live.sent).toHaveLength(3);
    await live.send({ type: 'session.renewed' });
    expect(sentNames(live)).toEqual(['a', 'b', 'c', 'a', 'c']);
  });

  it('move with their row, and go with it', async () => {
    const live = await openForm({ name: 'Kim', children: [{}, {}, {}] });
    await live.choose('children[1].birth', 'one');
    await live.choose('children[2].birth', 'two');
    await live.send({ type: 'row.removed', path: 'children', index: 1 });
    expect(live.sent[0]?.isStopped).toBe(true);
    expect(live.context().pendingFiles.map(({ path }) => path)).toEqual(['children[1].birth']);
    await live.sent[1]?.end(kept('two'));
    expect(live.context().data.children).toMatchObject([{}, { birth: [kept('two')] }]);
  });

  it('a newer state takes the place of those under way', async () => {
    const live = await openForm();
    await live.choose('proof', 'a');
    await live.send(typed('Ada'), next);
    await live.refuse('saveProgress', { code: 'version-conflict' });
    await live.answer('loadStored', { version: 9, form: null, data: {}, own: false });
    expect(live.ask(selectSaveState)).toBe('conflict');
    expect(live.sent[0]?.isStopped, 'not before the person has chosen').toBe(false);
    live.ask(selectSaving)?.send({ type: 'newerState.requested' });
    expect(live.done().at(-1)).toEqual({
      type: 'form.lost',
      problem: { code: 'version-conflict' },
      files: 1,
    });
    live.stop();
    expect(live.sent[0]?.isStopped).toBe(true);
  });
});

describe('chosen files', () => {
  it('are counted together: those kept, those under way, those chosen at once, and none that is refused', async () => {
    const live = await openForm({}, withPass());
    await live.choose('pass', 'one');
    await live.choose('proof', ...names(MAX_FILES - 1));
    await live.sent[0]?.end(kept('one'));
    expect(refused(live)).toEqual([]);
    await live.choose('proof', 'too many');
    expect(refused(live)).toMatchObject([{ name: 'too many', problem: { code: 'file-limit-reached' } }]);
    const fresh = await openForm();
    await fresh.choose('proof', ...names(MAX_FILES + 1));
    expect(refused(fresh)).toHaveLength(1);
    expect(stages(fresh).at(-1)).toBe('refused');
    await fresh.send(removes('proof', 'upload-1'));
    await fresh.choose('proof', 'in its place');
    expect(fresh.context().pendingFiles.at(-1)).toMatchObject({ name: 'in its place', stage: 'queued' });
  });

  it('that are refused do not count, and those of other fields do', async () => {
    const live = await openForm({}, withPass());
    const [wrong, ...right] = names(MAX_FILES + 1).map((name, at) => ({
      name,
      size: 10,
      type: at === 0 ? 'text/plain' : 'application/pdf',
      content: name,
    }));
    await live.send({ type: 'files.chosen', path: 'proof', files: [wrong!, ...right] });
    expect(refused(live)).toMatchObject([{ name: '0', problem: { code: 'file-type-refused' } }]);
    expect(live.sent).toHaveLength(3);
    await live.choose('pass', 'one too many');
    expect(refused(live).at(-1)).toMatchObject({ problem: { code: 'file-limit-reached' } });
  });

  it('one that takes the place of another is not counted beside it', async () => {
    const live = await openForm({}, withPass());
    await live.choose('proof', ...names(MAX_FILES - 1));
    await live.choose('pass', 'one');
    await live.choose('pass', 'other');
    expect(live.context().pendingFiles.at(-1)).toMatchObject({ name: 'other', stage: 'queued' });
  });

  it.each([
    ['the kind of file', 'proof', 'file-type-refused'],
    ['a field that the form does not have any more', 'gone', 'input-invalid'],
  ])('what speaks against one is said before a byte of it is sent: %s', async (_, path, code) => {
    const live = await openForm();
    const file = { name: 'a.txt', size: 10, type: 'text/plain', content: null };
    await live.send({ type: 'files.chosen', path, files: [file] });
    expect(live.sent).toEqual([]);
    expect(live.context().pendingFiles).toMatchObject([{ stage: 'refused', problem: { code } }]);
  });

  it('a required file that is on its way is not called missing, and is when it is gone', async () => {
    const live = await openForm({}, withPass(required));
    await live.choose('pass', 'a');
    await live.send(next);
    expect([live.state(), live.ask(selectShownErrors)]).toEqual(['awaiting clean', []]);
    await live.send(removes('pass', 'upload-1'), next);
    expect(live.ask(selectShownErrors)).toMatchObject([{ path: 'pass', rule: 'required' }]);
  });

  it('on their way excuse no other fault, and no other field', async () => {
    const live = await openForm({ name: 'Kim', proof: [{ ...kept('a'), type: 'text/plain' }] });
    await live.choose('proof', 'b');
    await live.send(next);
    expect(live.ask(selectShownErrors)).toMatchObject([{ path: 'proof' }]);
    const empty = await openForm({});
    await empty.choose('proof', 'a');
    await empty.send(next);
    expect(empty.ask(selectShownErrors)).toMatchObject([{ path: 'name', rule: 'required' }]);
  });

  it('in a field for one file the later choice takes the place of the earlier', async () => {
    const live = await openForm({}, withPass());
    await live.choose('pass', 'a');
    await live.choose('pass', 'b');
    expect(live.sent[0]?.isStopped).toBe(true);
    await live.sent[1]?.end(kept('b'));
    await live.choose('pass', 'c');
    await live.sent[2]?.end(kept('c'));
    expect([stages(live), live.context().data.pass]).toEqual([[], [kept('c')]]);
  });
});

describe('files that are asked for no more', () => {
  const form = behind(text('other'), { ...pass, ...when('other', 'yes') });
  /** A form with a file that is not asked for any more, on the page "more". */
  async function openHidden(returnsToSummary = false) {
    const live = await openForm({ name: 'Kim', other: 'yes' }, { form, page: 'more', returnsToSummary });
    await live.choose('pass', 'a');
    await live.send(typed('no', 'other'));
    return live;
  }

  it('keep nobody, and are sent on until the form is through', async () => {
    const live = await openHidden();
    await live.send(asksPage('first'));
    expect([live.ask(selectHasPendingFiles), live.sent[0]?.isStopped]).toEqual([false, false]);
    await live.send(next, next);
    expect([live.context().page, live.sent[0]?.isStopped]).toEqual(['more', false]);
  });

  it.each([
    ['on', next, false],
    ['back from a change', back, true],
    ['by its address', toSummary, false],
  ])('are not sent any further on the way %s to the summary', async (_, event, returnsToSummary) => {
    const live = await openHidden(returnsToSummary);
    await live.send(event);
    expect([live.sent[0]?.isStopped, stages(live)]).toEqual([true, []]);
    await save(live);
    await save(live);
    expect(live.state()).toBe('finished clean');
  });

  it('are not sent any further once those have arrived that were waited for', async () => {
    const live = await openHidden();
    await live.choose('proof', 'b');
    await live.send(next);
    expect([live.state(), live.sent[0]?.isStopped]).toEqual(['awaiting sending', false]);
    await live.sent[1]?.end(kept('b'));
    expect([live.sent[0]?.isStopped, stages(live)]).toEqual([true, []]);
  });

  it('are those of a hidden group or of a hidden field in a row', async () => {
    const { evaluation } = (await openForm()).context();
    const file: PendingFile = {
      id: 'a',
      path: 'children[0].birth',
      name: 'a',
      size: 1,
      type: '',
      loaded: 0,
      stage: 'sending',
      problem: null,
      picture: null,
    };
    const asked = (hidden: string) =>
      askedFiles({ pendingFiles: [file], evaluation: { ...evaluation, hidden: new Set([hidden]) } });
    expect(asked('children[1].birth')).toEqual([file]);
    expect(asked('children'), 'the group').toEqual([]);
    expect(asked('children[0].birth'), 'the field in its row').toEqual([]);
  });
});

describe('pictures', () => {
  const photo = (name: string, size = 10) => ({ name, size, type: 'image/heic', content: name });
  const jpeg = (name: string) => ({ name, size: 5, type: 'image/jpeg', content: name });
  const seen = { preview: 'data:', sizeBefore: 10, doubt: 'blurred' } as const;
  const takesJpeg = withPass({ filePattern: 'image/jpeg', multiple: true });
  const chooses = (...files: ReturnType<typeof photo>[]): FormEvent => ({
    type: 'files.chosen',
    path: 'pass',
    files,
  });
  const pictureOf = (live: OpenForm, id: string) => live.context().pictures[id];

  it('are prepared before they are sent, whatever would be said of them as they are', async () => {
    const live = await openForm({}, takesJpeg);
    await live.send(chooses(photo('a.heic', 2 ** 26)));
    expect(live.context().pendingFiles).toMatchObject([{ stage: 'preparing', problem: null, picture: null }]);
    expect(live.prepared).toMatchObject([
      { file: { name: 'a.heic' }, rules: { filePattern: 'image/jpeg', fileMaxSize: '1MB' } },
    ]);
    await live.send(next);
    expect(live.state(), 'they are waited for').toMatch(/^(awaiting|showingErrors)/);
    await live.prepared[0]?.end({ file: jpeg('a.jpg'), picture: seen });
    expect(live.context().pendingFiles).toMatchObject([
      { name: 'a.jpg', size: 5, type: 'image/jpeg', stage: 'sending', picture: seen },
    ]);
    expect(live.sent).toMatchObject([{ file: jpeg('a.jpg') }]);
    await live.sent[0]?.end(kept('a'));
    expect(pictureOf(live, 'a')).toEqual(seen);
  });

  it('that the server keeps are shown beside those that this window has read itself', async () => {
    const before = { preview: '/preview/before', sizeBefore: null, doubt: null };
    const live = beginForm();
    const pictures = { before };
    await live.answer('loadForm', { form: takesJpeg.form, data: {}, version: 4, page: null, pictures });
    await live.send(chooses(photo('a')));
    await live.prepared[0]?.end({ file: jpeg('a'), picture: seen });
    await live.sent[0]?.end(kept('a'));
    expect(live.context().pictures).toEqual({ before, a: seen });
  });

  it('that are used in spite of a doubt are doubted no more, before and after they are kept', async () => {
    const live = await openForm({}, takesJpeg);
    await live.send(chooses(photo('a'), photo('b'), photo('c')));
    for (const { end, file } of live.prepared) await end({ file: jpeg(file.name), picture: seen });
    await live.sent[1]?.end(kept('b'));
    await live.sent[2]?.end(kept('c'));
    await live.send({ type: 'picture.approved', id: 'upload-1' }, { type: 'picture.approved', id: 'b' });
    expect(live.context().pendingFiles).toMatchObject([{ picture: { ...seen, doubt: null } }]);
    expect([pictureOf(live, 'b')?.doubt, pictureOf(live, 'c')?.doubt]).toEqual([null, 'blurred']);
  });

  it('count as files at once, and with their bytes once these are known', async () => {
    const live = await openForm({}, takesJpeg);
    const many = Array.from({ length: MAX_FILES }, (_, at) => photo(`${at}`, 2 ** 26));
    await live.send(chooses(...many));
    expect(refused(live)).toEqual([]);
    await live.send(chooses(photo('too many')));
    expect(refused(live)).toMatchObject([{ problem: { code: 'file-limit-reached' } }]);
  });

  it.each([
    ['of no bytes', { ...photo('a'), size: 0 }, 'file-empty'],
    ['too large to be read', photo('a', 2 ** 27), 'file-type-refused'],
  ])('%s are refused at once', async (_, file, code) => {
    const live = await openForm({}, takesJpeg);
    await live.send(chooses(file));
    expect(live.context().pendingFiles).toMatchObject([{ stage: 'refused', problem: { code } }]);
    expect(live.prepared).toEqual([]);
  });

  it('that are removed are prepared no further', async () => {
    const live = await openForm({}, takesJpeg);
    await live.send(chooses(photo('a')), removes('pass', 'upload-1'));
    expect([live.prepared[0]?.isStopped, stages(live)]).toEqual([true, []]);
  });
});
