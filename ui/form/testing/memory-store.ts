import { isGrid } from '#forms/components.ts';
import { emptyData, emptyRow } from '#forms/data.ts';
import { fieldAt, getValue, insertRow, removeRow, setValue } from '#forms/paths.ts';
import { evaluate } from '#forms/rules/rules.ts';
import type { FormData, FormDefinition, FormValue } from '#forms/types.ts';
import type { PendingFile } from '#machines/upload/pending-files.ts';
import type { FormStore, FormView } from '../store.ts';

/** A store with the real rules and no server, for tests of the renderer. Files arrive when a test makes them. */
export function memoryStore(form: FormDefinition, start: FormData = emptyData(form)) {
  const listeners = new Set<() => void>();
  let all = false;
  let pictures: FormView['pictures'] = {};
  let removedRow: FormView['removedRow'] = null;
  let view: FormView = make(start, {});

  function make(data: FormData, pendingFiles: FormView['pendingFiles']): FormView {
    const evaluation = evaluate(form, data);
    const shownErrors = evaluation.errors.filter(() => all);
    return { form, data, evaluation, shownErrors, pendingFiles, pictures, removedRow };
  }
  function set(data: FormData, pendingFiles = view.pendingFiles): void {
    view = make(data, pendingFiles);
    for (const changed of listeners) changed();
  }
  function setFiles(path: string, change: (list: readonly PendingFile[]) => PendingFile[]): void {
    set(view.data, { ...view.pendingFiles, [path]: change(view.pendingFiles[path] ?? []) });
  }

  const store: FormStore = {
    getSnapshot: () => view,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    change: (path, value) => set(setValue(view.data, path, value)),
    upload: (path, files) =>
      setFiles(path, (list) => [
        ...list,
        ...files.map(
          ({ name, size, type }): PendingFile => ({
            id: name,
            path,
            name,
            size,
            type,
            loaded: 0,
            stage: 'sending',
            problem: null,
            picture: null,
          }),
        ),
      ]),
    retryUpload: (id) => {
      for (const path of Object.keys(view.pendingFiles)) {
        setFiles(path, (list) => list.map((one) => (one.id === id ? { ...one, stage: 'queued' } : one)));
      }
    },
    removeFile(path, id) {
      setFiles(path, (list) => list.filter((one) => one.id !== id));
      const files = getValue(view.data, path);
      const keeps = (file: FormValue) =>
        !(typeof file === 'object' && file && 'id' in file && file.id === id);
      if (Array.isArray(files)) set(setValue(view.data, path, files.filter(keeps)));
    },
    approvePicture(id) {
      const { [id]: picture, ...others } = pictures;
      if (picture) pictures = { ...others, [id]: { ...picture, doubt: null } };
      set(view.data);
    },
    addRow(path) {
      const grid = fieldAt(form, path);
      const rows = getValue(view.data, path);
      if (grid && isGrid(grid))
        set(setValue(view.data, path, [...(Array.isArray(rows) ? rows : []), emptyRow(grid)]));
    },
    removeRow(path, index) {
      removedRow = { path, index, row: getValue(view.data, `${path}[${index}]`) };
      set(removeRow(view.data, path, index));
    },
    restoreRow() {
      if (removedRow === null) return;
      const { path, index, row } = removedRow;
      removedRow = null;
      set(insertRow(view.data, path, index, row as FormValue));
    },
  };
  return Object.assign(store, {
    /** Shows every error of the form, as "Weiter" does. */
    showAllErrors() {
      all = true;
      set(view.data);
    },
    setFiles,
    showPictures(shown: FormView['pictures']) {
      pictures = shown;
      set(view.data);
    },
    replace: (data: FormData) => set(data),
  });
}
