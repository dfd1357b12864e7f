import type { Examined } from './examined.ts';
import type { FileFault } from './faults.ts';
import { examineJpeg } from './jpeg.ts';
import { faultOfPdf } from './pdf/pdf.ts';
import { examinePng } from './png.ts';

export type Examination = { mimeType: string; bytes: Uint8Array };

const examiners: Readonly<Record<string, (bytes: Uint8Array) => Examined>> = {
  'application/pdf': (bytes) => whole(bytes, faultOfPdf(bytes)),
  'image/png': examinePng,
  'image/jpeg': examineJpeg,
};

const whole = ({ length }: Uint8Array, fault: FileFault | null): Examined =>
  fault ? { fault } : { kept: [[0, length]] };

/** Returns the fault inside a file, or its kept parts; of other kinds only the start is known. */
export const examine = ({ mimeType, bytes }: Examination): Examined =>
  examiners[mimeType]?.(bytes) ?? whole(bytes, null);
