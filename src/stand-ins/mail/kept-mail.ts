import PostalMime from 'postal-mime';
import * as z from 'zod';

/** A mail as it has arrived. */
export const keptMail = z.object({
  from: z.string(),
  to: z.string(),
  fromName: z.string(),
  replyTo: z.string(),
  messageId: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Header fields by their names in small letters. */
  headers: z.record(z.string(), z.string()),
  receivedAt: z.iso.datetime(),
});
export type KeptMail = z.output<typeof keptMail>;

/** Longest line of a mail without its end (RFC 5322, section 2.1.1). */
const LINE_BYTES = 998;

/**
 * Reads a mail as strictly as the strictest of mail servers.
 * @throws Error with what is wrong with it
 */
export async function readMail(raw: Buffer, envelope: { from: string; to: string }): Promise<KeptMail> {
  const source = raw.toString('latin1');
  if (/(^|[^\r])\n/.test(source)) throw new Error('a line does not end with CRLF');
  const lines = source.split('\r\n');
  if (lines.some((line) => line.length > LINE_BYTES)) throw new Error('a line is too long');
  const head = lines.slice(0, lines.indexOf(''));
  if (!envelope.to.match(/[^\x20-\x7e]/) && head.some((line) => /[^\x20-\x7e\t]/.test(line)))
    throw new Error('a header field is not ASCII');
  const { from, to, replyTo, messageId, subject, text, html, date, attachments, headers } =
    await PostalMime.parse(raw);
  const fields = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
  if (headers.length !== Object.keys(fields).length) throw new Error('a header field comes twice');
  if (!date || !messageId?.match(/^<[\w.-]+@[\w.-]+>$/)) throw new Error('no date or no Message-ID');
  if (from?.address !== envelope.from) throw new Error('the sender is another than that of the envelope');
  if (to?.length !== 1 || to[0]?.address !== envelope.to) throw new Error('not to the one recipient alone');
  if (!text || !html || !subject) throw new Error('no subject, no text or no HTML');
  if (attachments.length > 0) throw new Error('there is an attachment');
  return {
    from: envelope.from,
    to: envelope.to,
    fromName: from.name,
    replyTo: replyTo?.[0]?.address ?? '',
    messageId,
    subject,
    text,
    html,
    headers: fields,
    receivedAt: new Date().toISOString(),
  };
}
