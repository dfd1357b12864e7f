import * as z from 'zod';
import type { NameId } from '#server/ports/identity.ts';

/** The parts of a verified assertion that node-saml passes on unread, in the notation of xml2js. */
const text = z.object({ _: z.string() }).transform((element) => element._.trim());
/** An xs:dateTime in UTC, as SAML requires (core, 1.3.3), in milliseconds. */
const instant = z.iso.datetime().transform((value) => Date.parse(value));
/** Longest identifier (SAML 2.0 core, 8.3); a session index is far shorter. */
const identifier = z.string().trim().min(1).max(256);
const nameId = z
  .object({
    _: identifier,
    $: z
      .object({
        Format: identifier.optional(),
        NameQualifier: identifier.optional(),
        SPNameQualifier: identifier.optional(),
      })
      .optional(),
  })
  .transform(({ _: value, $: about = {} }) => ({
    value,
    format: about.Format,
    nameQualifier: about.NameQualifier,
    spNameQualifier: about.SPNameQualifier,
  }));
const attributes = z.object({ Attribute: z.array(z.object({ $: z.object({ Name: z.string() }) })) });
const assertion = z.object({
  Assertion: z.object({
    $: z.object({ IssueInstant: instant }),
    Issuer: z.tuple([text]),
    Subject: z.tuple([
      z.object({
        NameID: z.tuple([nameId]).optional(),
        SubjectConfirmation: z.tuple([
          z.object({
            $: z.object({ Method: z.literal('urn:oasis:names:tc:SAML:2.0:cm:bearer') }),
            SubjectConfirmationData: z.tuple([
              z.object({
                $: z.object({ InResponseTo: z.string(), Recipient: z.string(), NotOnOrAfter: z.string() }),
              }),
            ]),
          }),
        ]),
      }),
    ]),
    AuthnStatement: z.tuple([
      z.object({
        $: z.object({
          AuthnInstant: instant,
          SessionNotOnOrAfter: instant.optional(),
          SessionIndex: identifier.optional(),
        }),
        AuthnContext: z.tuple([z.object({ AuthnContextClassRef: z.tuple([text]) })]),
      }),
    ]),
    AttributeStatement: z.array(attributes).optional(),
  }),
});

/** Instants in milliseconds since 1970, by the account's clock. */
export type SignedFacts = {
  issuer: string;
  issueInstant: number;
  recipient: string;
  classRef: string;
  /** Time at which the person authenticated at the account. */
  authnInstant: number;
  /** End of the account's own session; null when the assertion does not contain it. */
  sessionEnd: number | null;
  /** Identifiers by which the account knows the person and their session; null when the assertion contains none. */
  nameId: NameId | null;
  sessionIndex: string | null;
};

/**
 * Returns the facts of a verified assertion that node-saml does not check itself. Only these are signed: the response
 * around the assertion may not be.
 * @throws Error when one of them is missing (SAML 2.0 profiles, 4.1.4.2), or an attribute occurs twice, so that
 * nobody can tell which counts
 */
export function readSignedFacts(verified: Record<string, unknown> | undefined): SignedFacts {
  const parsed = assertion.safeParse(verified);
  if (!parsed.success) {
    throw new Error(`the assertion lacks ${parsed.error.issues[0]?.path.join('.')}`);
  }
  const { $, Issuer, Subject, AuthnStatement, AttributeStatement = [] } = parsed.data.Assertion;
  const names = AttributeStatement.flatMap(({ Attribute }) => Attribute.map((one) => one.$.Name));
  if (new Set(names).size < names.length) throw new Error('the assertion says an attribute twice');
  const confirmed = Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0].$;
  const { AuthnInstant, SessionNotOnOrAfter, SessionIndex } = AuthnStatement[0].$;
  return {
    issuer: Issuer[0],
    issueInstant: $.IssueInstant,
    recipient: confirmed.Recipient,
    classRef: AuthnStatement[0].AuthnContext[0].AuthnContextClassRef[0],
    authnInstant: AuthnInstant,
    sessionEnd: SessionNotOnOrAfter ?? null,
    nameId: Subject[0].NameID?.[0] ?? null,
    sessionIndex: SessionIndex ?? null,
  };
}
