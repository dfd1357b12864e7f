import type { ActorRefFrom } from 'xstate';
import { isGrid } from '#forms/components.ts';
import { emptyRow } from '#forms/data.ts';
import { fieldAt, getValue } from '#forms/paths.ts';
import type { FormValue } from '#forms/types.ts';
import type { formMachine } from '#machines/form/form.machine.ts';
import { selectShownErrors } from '#machines/form/form.selectors.ts';
import type { PendingFile } from '#machines/upload/pending-files.ts';
import type { FormStore, FormView } from '#ui/form/store.ts';

export type FormActor = ActorRefFrom<typeof formMachine>;

/** The renderer's store over a form workflow: its calls become events of the workflow. */
export function createFormStore(actor: FormActor): FormStore {
  const change = (path: string, value: FormValue) => actor.send({ type: 'value.changed', path, value });
  const data = () => actor.getSnapshot().context.data;
  const definition = () => actor.getSnapshot().context.definition!;

  let last: { snapshot: unknown; view: FormView } | undefined;
  const view = (): FormView => {
    const snapshot = actor.getSnapshot();
    if (last?.snapshot === snapshot) return last.view;
    const next: FormView = {
      form: snapshot.context.definition!,
      data: snapshot.context.data,
      evaluation: snapshot.context.evaluation,
      shownErrors: selectShownErrors(snapshot),
      pendingFiles: byPath(snapshot.context.pendingFiles),
      pictures: snapshot.context.pictures,
      removedRow: snapshot.context.removedRow,
    };
    last = { snapshot, view: next };
    return next;
  };

  return {
    getSnapshot: view,
    subscribe: (changed) => {
      const subscription = actor.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    change,
    upload: (path, files) =>
      actor.send({
        type: 'files.chosen',
        path,
        files: files.map((file) => ({ name: file.name, size: file.size, type: file.type, content: file })),
      }),
    retryUpload: (id) => actor.send({ type: 'file.retried', id }),
    removeFile: (path, id) => actor.send({ type: 'file.removed', path, id }),
    approvePicture: (id) => actor.send({ type: 'picture.approved', id }),
    addRow: (path) => {
      const grid = fieldAt(definition(), path);
      if (!grid || !isGrid(grid)) return;
      const rows = getValue(data(), path);
      change(path, [...(Array.isArray(rows) ? rows : []), emptyRow(grid)]);
    },
    removeRow: (path, index) => actor.send({ type: 'row.removed', path, index }),
    restoreRow: () => actor.send({ type: 'row.restored' }),
  };
}

const grouped = new WeakMap<readonly PendingFile[], FormView['pendingFiles']>();

/**
 * Files by the path of their field. The same list gives the same result, so that nothing is rendered again while no
 * file changes.
 */
function byPath(files: readonly PendingFile[]): FormView['pendingFiles'] {
  const known = grouped.get(files);
  if (known) return known;
  const groups: Record<string, PendingFile[]> = {};
  for (const file of files) groups[file.path] = [...(groups[file.path] ?? []), file];
  grouped.set(files, groups);
  return groups;
}

const stores = new WeakMap<FormActor, FormStore>();

/** The one store of a form. */
export function formStoreOf(actor: FormActor): FormStore {
  const known = stores.get(actor) ?? createFormStore(actor);
  stores.set(actor, known);
  return known;
}
