import { createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import * as z from 'zod/mini';
import { locales } from '#domain/locale.ts';
import type { FormData } from '#forms/types.ts';
import { ProblemError } from '#server/problem-error.ts';
import { plainCode } from './code.ts';

/** The answers of one application, as a person keeps them (docs/decisions/0055-answers-as-a-file.md). */
export type SavedAnswers = z.output<typeof content>;

const content = z.strictObject({
  v: z.literal(1),
  metadataId: z.string(),
  leiKaId: z.string(),
  areaKey: z.string(),
  locale: z.enum(locales),
  /** Hash of the form that was filled in. */
  form: z.string(),
  /** Key of the page last seen. */
  page: z.nullable(z.string()),
  /** Number of attached files, which are not included. */
  files: z.number(),
  savedAt: z.iso.datetime(),
  until: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
});

/** Keys for different purposes; no key reveals another one, or the secret. */
const PURPOSE = { origin: 'saved answers: origin', content: 'saved answers: content' } as const;
const KEY_BYTES = 32;
const TYP = 'serviceportal-answers+jwe';

const stretch = promisify(scrypt) as (code: string, salt: Buffer, bytes: number) => Promise<Buffer>;

const derived = (secret: Buffer, salt: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, KEY_BYTES));

/** Returns the key of the content, made from the portal's secret and the code, so that the file needs both. */
async function contentKey(secret: string, code: string, salt: Buffer): Promise<Buffer> {
  const stretched = await stretch(plainCode(code), salt, KEY_BYTES);
  return derived(Buffer.concat([stretched, Buffer.from(secret)]), salt, PURPOSE.content);
}

/** Returns the proof that this portal has made the file, which is checked before the content is read. */
const originOf = (secret: string, sealed: string): Buffer =>
  createHmac('sha256', derived(Buffer.from(secret), Buffer.alloc(0), PURPOSE.origin))
    .update(sealed)
    .digest();

/** Seals answers: a compact JWE, and after a dot the proof of its origin. */
export async function sealAnswers(secret: string, answers: SavedAnswers, code: string): Promise<string> {
  const salt = randomBytes(16);
  const sealed = await new CompactEncrypt(Buffer.from(JSON.stringify(answers)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: TYP, salt: salt.toString('base64url') })
    .encrypt(await contentKey(secret, code, salt));
  return `${sealed}.${originOf(secret, sealed).toString('base64url')}`;
}

/**
 * Opens a file with its code. Its content is input like any other.
 * @param secrets one of which has sealed it
 * @throws ProblemError saved-answers-damaged for a file that this portal has not made in this form,
 * saved-answers-code, saved-answers-expired
 */
export async function openAnswers(
  secrets: readonly string[],
  { file, code }: { file: string; code: string },
  now: Date,
): Promise<Omit<SavedAnswers, 'data'> & { data: FormData }> {
  const { sealed, secret } = ofHere(secrets, file.trim());
  const { salt } = decodeProtectedHeader(sealed) as { salt: string };
  const key = await contentKey(secret, code, Buffer.from(salt, 'base64url'));
  const opened = await compactDecrypt(sealed, key, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  }).catch(() => {
    throw new ProblemError('saved-answers-code');
  });
  const parsed = z.safeParse(content, JSON.parse(Buffer.from(opened.plaintext).toString()));
  // A later version of the portal has made it.
  if (!parsed.success) throw new ProblemError('saved-answers-damaged');
  const answers = parsed.data;
  if (new Date(answers.until) <= now) throw new ProblemError('saved-answers-expired');
  return { ...answers, data: answers.data as FormData };
}

/** Returns what is sealed in a file, and the secret that has sealed it. @throws ProblemError saved-answers-damaged */
function ofHere(secrets: readonly string[], file: string): { sealed: string; secret: string } {
  const at = file.lastIndexOf('.');
  const sealed = file.slice(0, Math.max(at, 0));
  const proof = Buffer.from(file.slice(at + 1), 'base64url');
  const secret = secrets.find((one) => {
    const expected = originOf(one, sealed);
    return proof.length === expected.length && timingSafeEqual(proof, expected);
  });
  if (secret === undefined) throw new ProblemError('saved-answers-damaged');
  return { sealed, secret };
}
