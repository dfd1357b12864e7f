import { type Locale, locales } from '#domain/locale.ts';
import { createDocuments } from '../create-documents.ts';
import type { DocumentData } from '../types.ts';
import { written } from './collect.ts';
import { type ReadPdf, readPdf } from './read-pdf.ts';
import { sampleHandIn } from './sample.ts';

export const KINDS = ['form', 'receipt', 'coverLetter'] as const;
export const LOCALES = locales;

const documents = createDocuments();

/** Writes a document and opens it. */
export const make = async (kind: (typeof KINDS)[number], data: DocumentData): Promise<ReadPdf> =>
  readPdf(await written((out) => documents[kind](data, out)));

/** Writes the receipt of a hand-in and opens it. */
export const makeHandInReceipt = async (locale: Locale): Promise<ReadPdf> =>
  readPdf(await written((out) => documents.handInReceipt(sampleHandIn(locale), out)));
