import type { ActorRefFrom } from 'xstate';
import { isGrid } from '#forms/components.ts';
import { emptyRow } from '#forms/data.ts';
import { fieldAt, getValue, removeRow } from '#forms/paths.ts';
import type { Evaluation, FileValue, FormData, FormDefinition, FormValue } from '#forms/types.ts';
import type { formMachine } from '#machines/form/form.machine.ts';
import { selectShownErrors } from '#machines/form/form.selectors.ts';
import type { FormStore, FormView } from '#ui/form/store.ts';
import { type Uploader, uploadList } from './uploads.ts';

export type FormActor = ActorRefFrom<typeof formMachine>;

/** The renderer's store over a form workflow: what is typed goes to the workflow, uploads live beside it. */
export function createFormStore(actor: FormActor, upload: Uploader): FormStore {
  const change = (path: string, value: FormValue) => actor.send({ type: 'value.changed', path, value });
  const data = () => actor.getSnapshot().context.data as FormData;
  const definition = () => actor.getSnapshot().context.definition as FormDefinition;
  const filesAt = (path: string): FileValue[] => {
    const value = getValue(data(), path);
    return Array.isArray(value) ? (value as FileValue[]) : [];
  };
  const uploads = uploadList(upload, (path, file) => {
    const field = fieldAt(definition(), path);
    const others = field?.type === 'file' && field.multiple ? filesAt(path) : [];
    change(path, [...others, file]);
  });

  let last: { snapshot: unknown; uploads: unknown; view: FormView } | undefined;
  const view = (): FormView => {
    const snapshot = actor.getSnapshot();
    if (last?.snapshot === snapshot && last.uploads === uploads.current()) return last.view;
    const next: FormView = {
      form: snapshot.context.definition as FormDefinition,
      data: snapshot.context.data as FormData,
      evaluation: snapshot.context.evaluation as Evaluation,
      shownErrors: selectShownErrors(snapshot) as FormView['shownErrors'],
      uploads: uploads.current(),
      readOnly: false,
    };
    last = { snapshot, uploads: uploads.current(), view: next };
    return next;
  };

  return {
    getSnapshot: view,
    subscribe: (changed) => {
      const subscription = actor.subscribe(changed);
      const stop = uploads.subscribe(changed);
      return () => {
        subscription.unsubscribe();
        stop();
      };
    },
    change,
    // Errors are shown after trying to go on, not while somebody is still on the way through the page.
    leave: () => undefined,
    upload: (path, files) => {
      for (const file of files) uploads.start(actor.getSnapshot().context.processId, path, file);
    },
    cancelUpload: uploads.cancel,
    retryUpload: uploads.retry,
    removeFile: (path, id) => {
      uploads.cancel(path, id);
      change(
        path,
        filesAt(path).filter((file) => file.id !== id),
      );
    },
    addRow: (path) => {
      const grid = fieldAt(definition(), path);
      if (!grid || !isGrid(grid)) return;
      const rows = getValue(data(), path);
      change(path, [...(Array.isArray(rows) ? rows : []), emptyRow(grid)]);
    },
    removeRow: (path, index) => change(path, getValue(removeRow(data(), path, index), path)),
  };
}

const stores = new WeakMap<FormActor, FormStore>();

/** The one store of a form: uploads go on when the screen is left and come back to. */
export function formStoreOf(actor: FormActor, upload: Uploader): FormStore {
  const known = stores.get(actor) ?? createFormStore(actor, upload);
  stores.set(actor, known);
  return known;
}
