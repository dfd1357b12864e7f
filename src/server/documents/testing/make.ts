import { locales } from '#domain/locale.ts';
import { createDocuments } from '../create-documents.ts';
import type { DocumentData } from '../types.ts';
import { written } from './collect.ts';
import { type ReadPdf, readPdf } from './read-pdf.ts';

export const KINDS = ['form', 'receipt', 'coverLetter'] as const;
export const LOCALES = locales;

const documents = createDocuments();

/** Writes a document and opens it. */
export const make = async (kind: (typeof KINDS)[number], data: DocumentData): Promise<ReadPdf> =>
  readPdf(await written((out) => documents[kind](data, out)));
