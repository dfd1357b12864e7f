import type { FileFault } from './faults.ts';
import type { Inspected } from './inspected.ts';
import { inspectJpeg } from './jpeg.ts';
import { faultOfPdf } from './pdf/pdf.ts';
import { inspectPng } from './png.ts';

export type Inspection = { mimeType: string; bytes: Uint8Array };

const inspectors: Readonly<Record<string, (bytes: Uint8Array) => Inspected>> = {
  'application/pdf': (bytes) => whole(bytes, faultOfPdf(bytes)),
  'image/png': inspectPng,
  'image/jpeg': inspectJpeg,
};

const whole = ({ length }: Uint8Array, fault: FileFault | null): Inspected =>
  fault ? { fault } : { kept: [[0, length]] };

/** Returns the fault inside a file, or its kept parts; of other kinds only the start is known. */
export const inspect = ({ mimeType, bytes }: Inspection): Inspected =>
  inspectors[mimeType]?.(bytes) ?? whole(bytes, null);
