import { paths } from '#contract/pages.ts';
import { GERMAN_TIME } from '#domain/german-time.ts';
import { type Locale, languageTag } from '#domain/locale.ts';
import type { MailKind } from '#domain/mail.ts';
import de from '#locales/de/mail.json' with { type: 'json' };
import en from '#locales/en/mail.json' with { type: 'json' };
import { filled } from '#server/html/texts.ts';

const texts: Record<Locale, typeof de> = { de, en };

/** Facts of an e-mail as they are when it is sent. Nothing else about a person is in it. */
export type LetterFacts = {
  kind: MailKind;
  locale: Locale;
  serviceName: string;
  authorityName: string;
  /** Text of the content about what happens after the application. */
  afterwards: string;
  hasUser: boolean;
  paid: boolean;
  /** Whether documents were promised for later; which, no e-mail says. */
  owes: boolean;
  ticketNumber: string | null;
  /** Moments, ISO 8601: of the sending, and of the end of storage. */
  submittedAt: string | null;
  until: string | null;
};

/** The installation, as e-mails name it. */
export type Sender = {
  portalName: string;
  customerService: { phoneNumber: string; email: string };
  /** Public address of the portal: the only one that e-mails link to. */
  address: string;
};

/** The words of an e-mail, in the order in which they are read. */
export type Words = {
  subject: string;
  salutation: string;
  lead: string[];
  facts: { term: string; value: string }[];
  next: { title: string; paragraphs: string[] };
  /** Null for a person without an account: there is no page that they could open again. */
  link: { label: string; href: string } | null;
  closing: string;
  portalName: string;
  /** Below the signature: whom to ask, and why the e-mail came. */
  notes: string[];
};

/**
 * Returns the words of an e-mail. Subject and first sentences are what a locked screen shows to anybody, so they name
 * no service.
 */
export function wordsOf(facts: LetterFacts, { portalName, customerService, address }: Sender): Words {
  const { kind, locale, hasUser } = facts;
  const t = texts[locale];
  const { lead, next } = sentences(facts);
  const reason = kind === 'draftEnds' ? t.reason.draft : t.reason.confirmed;
  const { phoneNumber: phone, email } = customerService;
  return {
    subject: t[kind].subject,
    salutation: t.salutation,
    lead,
    facts: factsOf(facts),
    next: { title: t.next, paragraphs: next },
    link: hasUser ? { label: t.area, href: `${address}${paths.account[locale]}` } : null,
    closing: t.closing,
    portalName,
    notes: [filled(t.service, { phone, email }), `${t.automatic} ${reason}`],
  };
}

function sentences({ kind, locale, hasUser, paid, owes, until, afterwards }: LetterFacts): {
  lead: string[];
  next: string[];
} {
  const t = texts[locale];
  switch (kind) {
    case 'confirmation':
      return {
        lead: [t.confirmation.lead],
        next: [
          afterwards,
          ...(owes ? [hasUser ? t.confirmation.owesAccount : t.confirmation.owesAnonymous] : []),
          hasUser ? t.confirmation.account : t.confirmation.anonymous,
        ],
      };
    case 'notSent': {
      const anonymous = paid ? `${t.notSent.anonymous} ${t.notSent.anonymousPaid}` : t.notSent.anonymous;
      const account = filled(t.notSent.account, { until: until === null ? '' : moment(until, locale) });
      return {
        lead: [t.notSent.lead, ...(paid ? [t.notSent.paid] : [])],
        next: [hasUser ? account : anonymous],
      };
    }
    case 'notDelivered':
      return {
        lead: [t.notDelivered.lead],
        next: [t.notDelivered.next, ...(paid ? [t.notDelivered.paid] : [])],
      };
    case 'draftEnds':
      return { lead: [t.draftEnds.lead], next: [t.draftEnds.account] };
    default:
      return kind satisfies never;
  }
}

function factsOf({ kind, locale, ticketNumber, submittedAt, until, ...names }: LetterFacts): Words['facts'] {
  const t = texts[locale].facts;
  const known: [string, string | null][] = [
    [t.ticketNumber, ticketNumber],
    [t.submittedAt, submittedAt && moment(submittedAt, locale)],
    [t.until, kind === 'draftEnds' && until !== null ? moment(until, locale) : null],
    [t.service, names.serviceName],
    [t.authority, names.authorityName],
  ];
  return known.flatMap(([term, value]) => (value === null ? [] : [{ term, value }]));
}

/** A moment in Germany, e.g. "27. November 2026 um 13:00 Uhr" (DIN 5008). */
function moment(iso: string, locale: Locale): string {
  const said = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag[locale], { timeZone: GERMAN_TIME, ...style }).format(new Date(iso));
  return filled(texts[locale].moment, {
    date: said({ dateStyle: 'long' }),
    time: said({ timeStyle: 'short' }),
  });
}
