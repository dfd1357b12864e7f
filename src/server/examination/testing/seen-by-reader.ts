import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Returns everything that a reader (pdf.js) finds in a file beside its pages; empty when it cannot open the file. */
export async function seenByReader(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    enableXfa: true,
    stopAtErrors: false,
  });
  const seen: string[] = [];
  const note = (what: string, value: unknown): void => {
    const isNothing = value === null || value === undefined || value === false;
    if (!isNothing) seen.push(`${what}: ${JSON.stringify(value)}`);
  };
  try {
    const pdf = await task.promise;
    const [opening, scripts, files, { info }] = await Promise.all([
      pdf.getOpenAction(),
      pdf.getJSActions(),
      pdf.getAttachments(),
      pdf.getMetadata(),
    ]);
    const facts = info as Record<string, unknown>;
    note('opening', opening?.get('action'));
    note('scripts', scripts);
    note('files', files);
    note('xfa', facts.IsXFAPresent);
    note('collection', facts.IsCollectionPresent);
    note('locked', facts.EncryptFilterName);
    for (let number = 1; number <= Math.min(pdf.numPages, 3); number += 1) {
      const page = await pdf.getPage(number);
      note('scripts of a page', await page.getJSActions());
      for (const one of await page.getAnnotations()) {
        note('scripts of a field', one.actions);
        note('attachment', one.subtype === 'FileAttachment' || one.attachment || null);
        note('address', leadsElsewhere(one.url ?? one.unsafeUrl) ? (one.url ?? one.unsafeUrl) : null);
      }
    }
  } catch {
    // A file that cannot be opened does nothing.
  } finally {
    await task.destroy().catch(() => undefined);
  }
  return seen;
}

/** Whether an address leads to anything but a page, a letter or a call. */
const leadsElsewhere = (url: string | undefined): boolean =>
  url !== undefined && (/^[\\/]{2}/.test(url) || URL.canParse(url)) && !/^(https?|mailto|tel):/.test(url);
