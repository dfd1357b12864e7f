import { expect } from 'vitest';
import { fromPromise } from 'xstate';
import type { TakenFile } from '#contract/process.ts';
import type { Component, FileValue, FormData, FormDefinition, FormValue } from '#forms/types.ts';
import { embeddedMachine } from '#machines/embedded/embedded.machine.ts';
import { formMachine } from '#machines/form/form.machine.ts';
import {
  selectAwaited,
  selectFormHasFailed,
  selectIsBarred,
  selectIsFinishing,
  selectIsLoading,
  selectMissedFiles,
  selectSaving,
  selectShownErrors,
} from '#machines/form/form.selectors.ts';
import type { FormContext, FormEvent, FormInput, FormReport } from '#machines/form/form.types.ts';
import { savingMachine } from '#machines/saving/saving.machine.ts';
import { uploadMachine } from '#machines/upload/upload.machine.ts';
import type { Preparation, Prepared, Sending } from '#machines/upload/upload.types.ts';
import { stateName } from '../paths/subject.ts';
import { stored } from './form.subject.ts';
import { hearing, type Live, runLive } from './live.ts';

export const text = (key: string, about: object = {}): Component => ({
  type: 'textfield',
  key,
  label: key,
  input: true,
  ...about,
});
export const required = { validate: { required: true } } as const;
export const when = (field: string, eq: string) => ({ conditional: { show: true, when: field, eq } });
export const fileField = (key: string, about: object = {}): Component => ({
  type: 'file',
  key,
  label: key,
  input: true,
  multiple: false,
  filePattern: 'application/pdf',
  fileMaxSize: '1MB',
  ...about,
});
export const group = (key: string, about: object, ...components: Component[]): Component => ({
  type: 'datagrid',
  key,
  label: key,
  input: true,
  addAnother: 'Add',
  components,
  ...about,
});
type Page = FormDefinition['components'][number];
export const pageOf = (key: string, components: Component[], about: object = {}): Page => ({
  type: 'panel',
  key,
  label: key,
  title: key,
  components,
  ...about,
});
export const formOf = (...components: Page[]): FormDefinition => ({
  name: 'steps',
  title: 'Steps',
  display: 'wizard',
  components,
});

/** Two pages: "person" requires a name and takes files, also those of children; "more" asks for a note. */
export const twoPages = stored({}, 1).form;

export const next: FormEvent = { type: 'page.nextRequested' };
export const back: FormEvent = { type: 'page.backRequested' };
export const toSummary: FormEvent = { type: 'summary.requested' };
export const typed = (value: FormValue, path = 'name'): FormEvent => ({ type: 'value.changed', path, value });
export const asksPage = (page: string, returnsToSummary = false): FormEvent => ({
  type: 'page.requested',
  page,
  returnsToSummary,
});
export const choosesPage = (page: string | null, returnsToSummary = false): FormEvent => ({
  type: 'page.chosen',
  page,
  returnsToSummary,
});
export const reads = (locale: 'de' | 'en'): FormEvent => ({ type: 'locale.changed', locale });
export const chosen = (path: string, ...names: string[]): FormEvent => ({
  type: 'files.chosen',
  path,
  files: names.map((name) => ({ name, size: 10, type: 'application/pdf', content: name })),
});
export const kept = (id: string): FileValue => ({ id, name: `${id}.pdf`, size: 10, type: 'application/pdf' });

export const saved = (version: number) => ({
  version,
  status: 'EDITING' as const,
  savedAt: '2026-11-20T10:00:00Z',
  availableUntil: 'later',
});
export const pageOpened = (page: string, returnsToSummary = false): FormReport => ({
  type: 'form.pageOpened',
  page,
  returnsToSummary,
});
export const stays: FormReport = { type: 'form.stayed' };
export const finished: FormReport = { type: 'form.finished' };

/** A file on its way to the server, which answers when the test decides. */
export type SentFile = Sending & {
  end: (answer: FileValue | { code: string }) => Promise<void>;
  isStopped: boolean;
};

/** A picture that the browser looks at until the test decides. */
export type PreparedFile = Preparation & { end: (answer: Prepared) => Promise<void>; isStopped: boolean };

function filesOnTheWay() {
  const sent: SentFile[] = [];
  const sendFile = fromPromise<TakenFile, Sending>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const file: SentFile = {
          ...input,
          isStopped: false,
          end: async (answer) => {
            if ('code' in answer) reject(answer);
            else resolve({ ...answer, checked: true });
            await new Promise((done) => setTimeout(done));
          },
        };
        signal.addEventListener('abort', () => {
          file.isStopped = true;
        });
        sent.push(file);
      }),
  );
  const prepared: PreparedFile[] = [];
  const preparePicture = fromPromise<Prepared, Preparation>(
    ({ input, signal }) =>
      new Promise((resolve) => {
        const picture: PreparedFile = {
          ...input,
          isStopped: false,
          end: async (answer) => {
            resolve(answer);
            await new Promise((done) => setTimeout(done));
          },
        };
        signal.addEventListener('abort', () => {
          picture.isStopped = true;
        });
        prepared.push(picture);
      }),
  );
  return { sent, prepared, upload: uploadMachine.provide({ actors: { sendFile, preparePicture } }) };
}

export type OpenForm = ReturnType<typeof beginForm>;

/** Begins to load a form, with the real machines below it, and keeps its reports. */
export function beginForm(input: Partial<FormInput> = {}) {
  const { sent, prepared, upload } = filesOnTheWay();
  const { parent, told } = hearing<FormReport>();
  const given = { processId: 'p', locale: 'de', parent, ...input };
  const calls = ['loadForm', 'saveProgress', 'loadStored', 'prolongForm'];
  const below = { saving: savingMachine, embedded: embeddedMachine };
  const live = runLive(formMachine.provide({ actors: { upload } }), () => given, calls, below);
  const ask = <T>(select: (snapshot: never) => T): T => select(live.snapshot() as never);
  const send = async (...events: FormEvent[]) => {
    for (const event of events) await live.bring(event);
  };
  const choose = (path: string, ...names: string[]) => send(chosen(path, ...names));
  return {
    ...live,
    state: () => shortState(live),
    context: () => live.snapshot().context as FormContext,
    ask,
    send,
    choose,
    sent,
    prepared,
    /** Reports since the last question. */
    done: () => told.splice(0),
  };
}

/** Opens a form whose data the server has in version 4, on the page where it was left. */
export async function openForm(
  data: object = { name: 'Kim' },
  { form = twoPages, page = null, ...input }: Partial<FormInput> & { form?: FormDefinition } = {},
  lastPage: string | null = null,
): Promise<OpenForm> {
  const live = beginForm({ page, ...input });
  await live.answer('loadForm', { form, data: data as FormData, version: 4, page: lastPage });
  return live;
}

/** The state of the navigation, that of the texts where they are not there, and that of the saving. */
function shortState(live: Live): string {
  const full = live.state();
  const ask = <T>(select: (snapshot: never) => T): T => select(live.snapshot() as never);
  const parts = full
    .split('+')
    .filter((it) => /navigation|texts\.(?!present)/.test(it))
    .map((it) => it.split('.').at(-1));
  const saving = () => stateName(ask(selectSaving)!.getSnapshot().value);
  const short = full.startsWith('open.') ? [...parts, saving()].join(' ') : full;
  expect(ask(selectIsLoading)).toBe(short === 'loading');
  expect(ask(selectFormHasFailed)).toBe(short === 'failed');
  expect(ask(selectIsBarred)).toBe(short === 'barred');
  expect(ask(selectIsFinishing)).toBe(short.startsWith('finishing '));
  expect(ask(selectAwaited) !== null).toBe(short.startsWith('awaiting '));
  if (!short.startsWith('showingErrors '))
    expect([ask(selectShownErrors), ask(selectMissedFiles)]).toEqual([[], []]);
  return short;
}
