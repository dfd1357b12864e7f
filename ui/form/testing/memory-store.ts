import { isGrid } from '#forms/components.ts';
import { emptyData, emptyRow } from '#forms/data.ts';
import { fieldAt, getValue, removeRow, setValue } from '#forms/paths.ts';
import { evaluate } from '#forms/rules.ts';
import type { FormData, FormDefinition, FormValue } from '#forms/types.ts';
import type { FormStore, FormView, UploadState } from '../store.ts';

/** A store with the real rules and no server, for tests of the renderer. Files arrive when a test says so. */
export function memoryStore(form: FormDefinition, start: FormData = emptyData(form)) {
  const left = new Set<string>();
  const listeners = new Set<() => void>();
  let all = false;
  let view: FormView = make(start, {});

  function make(data: FormData, uploads: FormView['uploads'], readOnly = false): FormView {
    const evaluation = evaluate(form, data);
    const shownErrors = evaluation.errors.filter(({ path }) => all || left.has(path));
    return { form, data, evaluation, shownErrors, uploads, readOnly };
  }
  function set(data: FormData, uploads = view.uploads, readOnly = view.readOnly): void {
    view = make(data, uploads, readOnly);
    for (const changed of listeners) changed();
  }
  function setUploads(path: string, change: (list: readonly UploadState[]) => UploadState[]): void {
    set(view.data, { ...view.uploads, [path]: change(view.uploads[path] ?? []) });
  }
  const without = (path: string, id: string) =>
    setUploads(path, (list) => list.filter((one) => one.id !== id));

  const store: FormStore = {
    getSnapshot: () => view,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    change: (path, value) => set(setValue(view.data, path, value)),
    leave(path) {
      left.add(path);
      set(view.data);
    },
    upload: (path, files) =>
      setUploads(path, (list) => [
        ...list,
        ...files.map(
          ({ name, size }): UploadState => ({ id: name, name, size, loaded: 0, state: 'uploading' }),
        ),
      ]),
    cancelUpload: without,
    retryUpload: (path, id) =>
      setUploads(path, (list) => list.map((one) => (one.id === id ? { ...one, state: 'uploading' } : one))),
    removeFile(path, id) {
      without(path, id);
      const files = getValue(view.data, path);
      const keeps = (file: FormValue) =>
        !(typeof file === 'object' && file && 'id' in file && file.id === id);
      if (Array.isArray(files)) set(setValue(view.data, path, files.filter(keeps)));
    },
    addRow(path) {
      const grid = fieldAt(form, path);
      const rows = getValue(view.data, path);
      if (grid && isGrid(grid))
        set(setValue(view.data, path, [...(Array.isArray(rows) ? rows : []), emptyRow(grid)]));
    },
    removeRow: (path, index) => set(removeRow(view.data, path, index)),
  };
  return Object.assign(store, {
    /** "Weiter": every error of the form may be seen. */
    showAllErrors() {
      all = true;
      set(view.data);
    },
    setUploads,
    setReadOnly: (readOnly: boolean) => set(view.data, view.uploads, readOnly),
    replace: (data: FormData) => set(data),
  });
}
