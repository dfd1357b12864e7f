import type { FileValue, FormData } from '#forms/types.ts';
import type { FormServerState, ServedFile } from '#server/ports/form-server.ts';

/** A file of the form server, and its value in the portal; null when the portal did not accept it. */
type ToldFile = ServedFile & { upload: FileValue | null };

/** The form server's last state, as it is stored. */
type Told = Omit<FormServerState, 'files' | 'lastInput' | 'formId'> & { caseId: string; files: ToldFile[] };

/**
 * Stored data of an application with a form of a form server: values for its first opening, and the form server's
 * state since then.
 */
export type LipData = {
  /** Values by field, of the account or of another site. */
  prefill: Record<string, string>;
  /** Null until the first entry. */
  told: Told | null;
};

export const readData = (data: FormData): LipData => ({
  prefill: (data.prefill ?? {}) as LipData['prefill'],
  told: (data.told ?? null) as LipData['told'],
});

/** Returns the data for the column: the parts are JSON. */
export const writeData = ({ prefill, told }: LipData): FormData => ({
  prefill,
  told: told as unknown as FormData[string],
});
