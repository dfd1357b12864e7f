import type { Writable } from 'node:stream';
import { type Context, contextOf } from './context.ts';
import { coverLetterComposition } from './cover-letter.ts';
import { formComposition } from './form.ts';
import { handInReceiptComposition } from './hand-in-receipt.ts';
import { type Composition, render } from './layout/render.ts';
import { receiptComposition } from './receipt.ts';
import type { DocumentData, Documents } from './types.ts';

const writer =
  (compose: (context: Context) => Composition) =>
  async (data: DocumentData, out: Writable): Promise<void> =>
    render(compose(contextOf(data)), out);

/** Creates the PDFs of an application. They need no clock and no network, so equal data gives equal bytes. */
export function createDocuments(): Documents {
  return {
    form: writer(formComposition),
    receipt: writer(receiptComposition),
    coverLetter: writer(coverLetterComposition),
    handInReceipt: (data, out) => render(handInReceiptComposition(data), out),
  };
}
