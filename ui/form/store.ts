import type { Evaluation, FieldError, FormData, FormDefinition, FormValue } from '#forms/types.ts';

/** A file on its way to the server, or one that has arrived. Sizes in bytes. */
export type UploadState = {
  id: string;
  name: string;
  size: number;
  loaded: number;
  state: 'uploading' | 'failed' | 'done';
  /** Why it failed and what to do, in the reader's language. */
  error?: string | undefined;
};

/** Everything the renderer shows; a new object after every change, unchanged parts keep their identity. */
export type FormView = {
  form: FormDefinition;
  /** What was typed; inputs show this. */
  data: FormData;
  /** What the rules say of it; calculated values and hidden fields come from here. */
  evaluation: Evaluation;
  /** Errors that may be seen by now: of fields that were left, or all of a page after "Weiter". */
  shownErrors: readonly FieldError[];
  /** By path of the file field. */
  uploads: Readonly<Record<string, readonly UploadState[]>>;
  /** Nothing can be changed, e.g. while another window has the right to edit. */
  readOnly: boolean;
};

/** Where the renderer reads from and what it reports to. Paths are Form.io's data paths. */
export type FormStore = {
  getSnapshot(): FormView;
  /** @returns the function that ends the subscription */
  subscribe(changed: () => void): () => void;
  change(path: string, value: FormValue): void;
  /** The focus has left the field: from now on its errors may be seen. */
  leave(path: string): void;
  upload(path: string, files: File[]): void;
  cancelUpload(path: string, id: string): void;
  retryUpload(path: string, id: string): void;
  removeFile(path: string, id: string): void;
  addRow(path: string): void;
  removeRow(path: string, index: number): void;
};
