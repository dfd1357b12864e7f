import { paths } from '#contract/pages.ts';
import { GERMAN_TIME } from '#domain/german-time.ts';
import type { GiveUpReason } from '#domain/give-up.ts';
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
  /** How to reach the authority; the values of one language. */
  contact: Contact;
  hasUser: boolean;
  paid: boolean;
  /** The fee that was paid for what was sent; null without one. `amountCents` in cents. */
  fee: { amountCents: number; reference: string | null } | null;
  /**
   * Documents that were promised for later; null without any. Their names are those of the form, and only people without
   * an account read them in an e-mail. `until` is the last day (YYYY-MM-DD), null where the content sets none.
   */
  owed: { documents: string[]; until: string | null } | null;
  /** Why an operator has ended the tries to send it; null where nobody has. */
  givenUp: GiveUpReason | null;
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

/** Ways to an authority that e-mails name, each in one line; null where it has none. */
export type Contact = {
  address: string;
  /** Address for letters. */
  letters: string;
  phone: string;
  email: string;
  website: string | null;
  hours: string | null;
};

/** `href` where the value is the address of a page. */
type Fact = { term: string; value: string; href?: string };

/** A part with a heading, read in this order. */
type Section = { title: string; list: string[]; facts: Fact[]; paragraphs: string[] };

/** The words of an e-mail, in the order in which they are read. */
export type Words = {
  subject: string;
  salutation: string;
  lead: string[];
  facts: Fact[];
  sections: Section[];
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
  const reason = kind === 'draftEnds' ? t.reason.draft : t.reason.confirmed;
  const { phoneNumber: phone, email } = customerService;
  return {
    subject: t[kind].subject,
    salutation: t.salutation,
    lead: leadOf(facts),
    facts: factsOf(facts),
    sections: [
      ...(kind === 'confirmation' ? owedSection(facts) : []),
      { title: t.next, list: [], facts: [], paragraphs: nextOf(facts) },
      ...(kind === 'confirmation' ? [contactSection(facts)] : []),
    ],
    link: hasUser ? { label: t.area, href: `${address}${paths.account[locale]}` } : null,
    closing: t.closing,
    portalName,
    notes: [filled(t.service, { phone, email }), `${t.automatic} ${reason}`],
  };
}

function leadOf({ kind, locale, paid, givenUp }: LetterFacts): string[] {
  const t = texts[locale];
  if (kind !== 'notSent') return [t[kind].lead];
  return [
    t.notSent.lead,
    ...(givenUp ? [t.notSent.givenUp[givenUp]] : []),
    ...(paid ? [t.notSent.paid] : []),
  ];
}

function nextOf({ kind, locale, hasUser, paid, until, afterwards, givenUp }: LetterFacts): string[] {
  const t = texts[locale];
  switch (kind) {
    case 'confirmation':
      return [afterwards, hasUser ? t.confirmation.account : t.confirmation.anonymous];
    case 'notSent': {
      if (givenUp) return afterGivingUp({ locale, hasUser, paid, until, givenUp });
      if (hasUser) {
        return [filled(t.notSent.account, { until: until === null ? '' : moment(until, locale) })];
      }
      return [paid ? `${t.notSent.anonymous} ${t.notSent.anonymousPaid}` : t.notSent.anonymous];
    }
    case 'notDelivered':
      return [t.notDelivered.next, ...(paid ? [t.notDelivered.paid] : [])];
    case 'draftEnds':
      return [t.draftEnds.account];
    default:
      return kind satisfies never;
  }
}

/** The way on after an operator has ended the tries, and what becomes of the fee. */
function afterGivingUp({
  locale,
  hasUser,
  paid,
  until,
  givenUp,
}: Pick<LetterFacts, 'locale' | 'hasUser' | 'paid' | 'until'> & { givenUp: GiveUpReason }): string[] {
  const t = texts[locale].notSent;
  const end = until === null ? '' : moment(until, locale);
  return [
    t.next[givenUp],
    hasUser ? filled(paid ? t.keptPaid : t.kept, { until: end }) : t.lost,
    ...(paid && !hasUser ? [t.anonymousPaid] : []),
  ];
}

/** Documents that are still to come: a person with an account reads in the portal which. */
function owedSection({ locale, hasUser, owed, authorityName, contact }: LetterFacts): Section[] {
  if (owed === null) return [];
  const t = texts[locale].owed;
  const until = owed.until === null ? [] : [{ term: t.until, value: day(owed.until, locale) }];
  if (hasUser) return [{ title: t.title, list: [], facts: until, paragraphs: [t.account] }];
  return [
    {
      title: t.title,
      list: owed.documents,
      facts: [...until, { term: t.to, value: `${authorityName}, ${contact.letters}` }],
      paragraphs: [t.how],
    },
  ];
}

function contactSection({ locale, contact }: LetterFacts): Section {
  const t = texts[locale].contact;
  const { address, phone, email, website, hours } = contact;
  return {
    title: t.title,
    list: [],
    facts: [
      { term: t.address, value: address },
      { term: t.phone, value: phone },
      { term: t.email, value: email },
      ...(website === null ? [] : [{ term: t.website, value: website, href: website }]),
      ...(hours === null ? [] : [{ term: t.hours, value: hours }]),
    ],
    paragraphs: [t.how],
  };
}

function factsOf({
  kind,
  locale,
  ticketNumber,
  submittedAt,
  until,
  fee,
  ...names
}: LetterFacts): Words['facts'] {
  const t = texts[locale].facts;
  const known: [string, string | null][] = [
    [t.ticketNumber, ticketNumber],
    [t.submittedAt, submittedAt && moment(submittedAt, locale)],
    [t.until, kind === 'draftEnds' && until !== null ? moment(until, locale) : null],
    [t.service, names.serviceName],
    [t.authority, names.authorityName],
    [t.fee, kind === 'confirmation' && fee !== null ? feeText(fee, locale) : null],
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

/** A day in full, e.g. "Freitag, 11. Dezember 2026". */
const day = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(languageTag[locale], { timeZone: 'UTC', dateStyle: 'full' }).format(new Date(iso));

function feeText({ amountCents, reference }: NonNullable<LetterFacts['fee']>, locale: Locale): string {
  const amount = new Intl.NumberFormat(languageTag[locale], { style: 'currency', currency: 'EUR' }).format(
    amountCents / 100,
  );
  return reference === null ? amount : filled(texts[locale].reference, { amount, reference });
}
