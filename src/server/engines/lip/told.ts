import type { FileValue, FormData } from '#forms/types.ts';
import type { FormServerState, ServedFile } from '#server/ports/form-server.ts';

/** A file of the form server, and what it is called here; null when it could not be taken. */
type ToldFile = ServedFile & { upload: FileValue | null };

/** What the form server told at the last progress, as it is stored. */
type Told = Omit<FormServerState, 'files' | 'lastInput' | 'formId'> & { caseId: string; files: ToldFile[] };

/**
 * The stored data of an application with a form of a form server: what is handed in when it is opened for the first
 * time, and what the form server has told since.
 */
export type LipData = {
  /** Values by field, of the account or of another site. */
  prefill: Record<string, string>;
  /** Null until something was entered. */
  told: Told | null;
};

export const readData = (data: FormData): LipData => ({
  prefill: (data.prefill ?? {}) as LipData['prefill'],
  told: (data.told ?? null) as LipData['told'],
});

/** As the column takes it: the parts are JSON. */
export const writeData = ({ prefill, told }: LipData): FormData => ({
  prefill,
  told: told as unknown as FormData[string],
});
