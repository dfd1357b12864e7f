import type { Identity, LoginProvider } from '#server/ports/identity.ts';

/** In UTF-8: the limit of OpenID Connect for `sub` (Core 1.0, section 2), longer than any account's pseudonym. */
const SUBJECT_BYTES = 255;
/** Most characters of a name of a person or a company. */
const NAME_LENGTH = 500;
/** Most characters of any other value. */
const VALUE_LENGTH = 2_000;

/**
 * Wraps a provider so that its identities can be stored, compared and shown. Any other identity, of whatever
 * protocol, counts as an answer that is not authentic.
 */
export const wellFormed = (provider: LoginProvider): LoginProvider => ({
  ...provider,
  async readAnswer(answer) {
    const outcome = await provider.readAnswer(answer);
    if (outcome.result !== 'SUCCESS') return outcome;
    const reason = faultOf(outcome.identity);
    if (reason === null) return outcome;
    const { relayState } = outcome;
    return { result: 'ERROR', relayState, fault: 'answer-not-believed', reason };
  },
});

/** Returns the fault of an identity, without its values; null for a good one. */
export function faultOf({
  subject,
  name,
  company = '',
  postboxHandle,
  userData,
  providerData,
}: Identity): string | null {
  if (subject === '' || Buffer.byteLength(subject) > SUBJECT_BYTES) return 'the subject is empty or too long';
  for (const text of [subject, name, company]) {
    // U+FFFD may have replaced anything, so two people could become one.
    if (!text.isWellFormed() || /[\p{Cc}\uFFFD]/u.test(text)) return 'the subject or a name is not a text';
  }
  if (name.length > NAME_LENGTH || company.length > NAME_LENGTH) return 'a name is too long';
  for (const [key, value] of [...Object.entries(userData), ...Object.entries(providerData)]) {
    if (!isText(key) || !isText(value)) return 'a value is not a text, or too long';
  }
  return postboxHandle === null || isText(postboxHandle) ? null : 'the postbox is not a text';
}

/** Lines of an address may be separated. */
const isText = (value: string): boolean =>
  value.length <= VALUE_LENGTH && value.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(value);
