import type { FileFault } from './faults.ts';
import { faultOfPdf } from './pdf/pdf.ts';
import { faultOfJpeg, faultOfPng } from './picture.ts';

export type Inspection = { mimeType: string; bytes: Uint8Array };

const faultOf: Readonly<Record<string, (bytes: Uint8Array) => FileFault | null>> = {
  'application/pdf': faultOfPdf,
  'image/png': faultOfPng,
  'image/jpeg': faultOfJpeg,
};

/** The fault inside a file; of other kinds only the start is known. */
export const inspect = ({ mimeType, bytes }: Inspection): FileFault | null =>
  faultOf[mimeType]?.(bytes) ?? null;
