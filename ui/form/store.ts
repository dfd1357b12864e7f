import type { Evaluation, FieldError, FormData, FormDefinition, FormValue } from '#forms/types.ts';
import type { RemovedRow } from '#machines/form/form.types.ts';
import type { PendingFile } from '#machines/upload/pending-files.ts';
import type { Picture } from '#machines/upload/upload.types.ts';

/** Contents of the form on the screen; a new object after every change, unchanged parts keep their identity. */
export type FormView = {
  form: FormDefinition;
  /** Answers as typed; inputs show them. */
  data: FormData;
  /** Result of the rules for the answers; calculated values and hidden fields come from here. */
  evaluation: Evaluation;
  /** Errors that may be shown by now: those of a page after "Weiter", as long as they apply. */
  shownErrors: readonly FieldError[];
  /** The files that are not part of the data yet, by the path of their field. */
  pendingFiles: Readonly<Record<string, readonly PendingFile[]>>;
  /** Looks of the pictures that the data names, by their ids. */
  pictures: Readonly<Record<string, Picture>>;
  /** The row that was removed last and can be put back. */
  removedRow: RemovedRow | null;
};

/** Interface through which the renderer reads and reports. Paths are Form.io's data paths. */
export type FormStore = {
  getSnapshot(): FormView;
  /** @returns the function that ends the subscription */
  subscribe(changed: () => void): () => void;
  change(path: string, value: FormValue): void;
  upload(path: string, files: File[]): void;
  retryUpload(id: string): void;
  /** Removes a file that has arrived, or one being uploaded. */
  removeFile(path: string, id: string): void;
  /** Uses a picture although the browser has its doubts. */
  approvePicture(id: string): void;
  addRow(path: string): void;
  removeRow(path: string, index: number): void;
  /** Puts the row removed last back in its place. */
  restoreRow(): void;
};
