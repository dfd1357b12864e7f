import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locale.ts';
import { mailKinds } from '#domain/mail.ts';
import { htmlText } from './html-text.ts';
import { plainText } from './plain-text.ts';
import { type LetterFacts, wordsOf } from './words.ts';

const sender = {
  portalName: 'Serviceportal Musterland',
  customerService: { phoneNumber: '+49 431 12345', email: 'service@musterland.example' },
  address: 'https://portal.example',
};
const facts: LetterFacts = {
  kind: 'confirmation',
  locale: 'de',
  serviceName: 'Hund anmelden <b>',
  authorityName: 'Landeshauptstadt Kiel',
  afterwards: 'Die Behörde prüft Ihren Antrag. Das dauert etwa zwei Wochen.',
  hasUser: true,
  contact: {
    address: 'Fleethörn 9, 24103 Kiel',
    letters: 'Postfach 11 52, 24099 Kiel',
    phone: '+49 431 901-0',
    email: 'rathaus@kiel.example',
    website: 'https://kiel.example/?a=1&b=2',
    hours: 'Montag bis Freitag 8 bis 12 Uhr',
  },
  paid: false,
  fee: null,
  owed: null,
  givenUp: null,
  ticketNumber: 'SP-ABCD-EFGH-JKMN',
  submittedAt: '2026-11-27T23:30:00Z',
  until: '2026-12-27T12:00:00Z',
};
const fee = { amountCents: 123_450, reference: 'K-77' };
const owed = { documents: ['Nachweise', 'Mietvertrag <b>'], until: '2026-12-11' };
const made = (change: Partial<LetterFacts> = {}) => {
  const words = wordsOf({ ...facts, ...change }, sender);
  return { words, text: plainText(words), markup: htmlText(words, change.locale ?? 'de') };
};

it('is laid out as DIN 5008 has it', () => {
  expect(made().text).toBe(`Guten Tag,

Ihr Antrag ist gesendet. Heben Sie diese E-Mail auf: Mit der
Vorgangsnummer findet die Behörde Ihren Antrag.

Vorgangsnummer: SP-ABCD-EFGH-JKMN
Gesendet: 28. November 2026 um 00:30 Uhr
Leistung: Hund anmelden <b>
Empfänger: Landeshauptstadt Kiel

So geht es weiter

Die Behörde prüft Ihren Antrag. Das dauert etwa zwei Wochen.

In Ihrem Bereich sehen Sie, wie der Antrag steht. Dort finden Sie auch
Ihre Dokumente.

So erreichen Sie die Behörde

Anschrift: Fleethörn 9, 24103 Kiel
Telefon: +49 431 901-0
E-Mail: rathaus@kiel.example
Internet: https://kiel.example/?a=1&b=2
Öffnungszeiten: Montag bis Freitag 8 bis 12 Uhr

Nennen Sie bei Fragen zum Antrag bitte die Vorgangsnummer.

Mein Bereich:
https://portal.example/nutzerkonto

Freundliche Grüße

Serviceportal Musterland

-- 
Fragen? Der Kundenservice hilft Ihnen Montag bis Freitag von 8 bis 18
Uhr: Telefon +49 431 12345, E-Mail service@musterland.example. Auf diese
E-Mail können Sie einfach antworten. Schreiben Sie bitte keine
vertraulichen Angaben in eine E-Mail.

Diese E-Mail hat ein Programm verschickt. Aus Gründen des Datenschutzes
steht darin nicht, was Sie eingetragen haben. Sie erhalten sie, weil in
einem Antrag diese E-Mail-Adresse steht und E-Mails dazu gewünscht sind.
Haben Sie keinen Antrag gestellt? Dann hat sich jemand bei der Adresse
vertippt. Bitte löschen Sie die E-Mail.
`);
});

describe.each(mailKinds.flatMap((kind) => locales.map((locale) => [kind, locale] as const)))(
  '%s in %s',
  (kind, locale) => {
    const variants = [true, false].flatMap((hasUser) =>
      [true, false].map((paid) => ({
        hasUser,
        ...made({ kind, locale, hasUser, paid, ...(paid && { fee, owed }) }),
      })),
    );

    it('names no service where a locked screen shows it, and has no gap', () => {
      for (const { words, text, markup } of variants) {
        expect(words.subject.length).toBeLessThan(60);
        const first = [words.subject, words.salutation, ...words.lead].join(' ');
        expect(first).not.toContain('Hund');
        expect(first.length).toBeGreaterThan(60);
        for (const part of [text, markup]) expect(part).not.toMatch(/\{\{|undefined|null/);
        for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(72);
      }
    });

    it('has the same words as HTML, escaped, in its language, and loads nothing', () => {
      for (const { words, markup } of variants) {
        const body = markup.slice(markup.indexOf('<body>'));
        const read = body
          .replace(/<[^>]*>/g, ' ')
          .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
        const { salutation, lead, facts: pairs, sections, closing, notes } = words;
        const flat = (all: typeof pairs) => all.flatMap(({ term, value }) => [term, value]);
        const parts = sections.flatMap((one) => [
          one.title,
          ...one.list,
          ...flat(one.facts),
          ...one.paragraphs,
        ]);
        const places: number[] = [];
        for (const it of [salutation, ...lead, ...flat(pairs), ...parts, closing, ...notes]) {
          places.push(read.indexOf(it, places.at(-1) ?? 0));
        }
        expect(places.every((place) => place >= 0)).toBe(true);
        expect(markup).toContain(`<html lang="${locale}">`);
        expect(markup).not.toContain('<b>');
        // Quotes in a style sheet must not be escaped.
        expect(markup.slice(0, markup.indexOf('</style>'))).not.toContain('&#');
        expect(markup).not.toMatch(/src=|url\(|<script|<link|@import/);
      }
    });

    it('leads to the area of a person with an account and to the page of the authority, and nowhere else', () => {
      const page = kind === 'confirmation' ? ['https://kiel.example/?a=1&#38;b=2'] : [];
      for (const { hasUser, markup } of variants) {
        const links = [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
        const area =
          locale === 'de' ? 'https://portal.example/nutzerkonto' : 'https://portal.example/en/account';
        expect(links).toEqual(hasUser ? [...page, area] : page);
      }
    });
  },
);

it('speaks of money where something is paid', () => {
  expect(made({ kind: 'notSent', paid: true }).text).toContain('Ihre Zahlung ist vermerkt');
  expect(made({ kind: 'notSent', paid: false }).text).not.toMatch(/Zahlung|Geld/);
  expect(made({ kind: 'notSent', paid: true, hasUser: false }).text).toMatch(/Erstattung\s+vor/);
});

it.each([
  ['de', 'away', /für längere Zeit nicht erreichbar/, /in einigen Tagen noch einmal/],
  ['de', 'notTaken', /nimmt Ihren Antrag so nicht an/, /Noch einmal senden hilft wahrscheinlich nicht/],
  ['en', 'away', /cannot be reached for some time/, /send it again in a few days/],
  ['en', 'notTaken', /does not accept your application as it is/, /will probably not help/],
] as const)(
  'tells in %s why the tries have ended (%s), the way on, and what becomes of the fee',
  (locale, givenUp, why, onwards) => {
    for (const hasUser of [true, false])
      for (const paid of [true, false]) {
        const text = made({ kind: 'notSent', locale, givenUp, hasUser, paid }).text.replace(/\s+/g, ' ');
        expect(text).toMatch(why);
        expect(text).toMatch(onwards);
        expect(/Erstattung vor|to be returned/.test(text)).toBe(paid);
      }
  },
);

it('names the fee that was paid, and only where something was sent', () => {
  expect(made({ fee }).text).toContain('Bezahlt: 1.234,50\u00a0€, Kassenzeichen K-77\n');
  expect(made({ fee: { ...fee, reference: null } }).text).toContain('Bezahlt: 1.234,50\u00a0€\n');
  expect(made({ fee, locale: 'en' }).text).toContain('Paid: €1,234.50, payment reference K-77\n');
  expect(made({ fee, kind: 'notSent' }).text).not.toContain('Bezahlt');
});

it('names what was promised to people without an account, with the last day and where it goes', () => {
  expect(made({ owed, hasUser: false }).text).toContain(`Das reichen Sie noch nach

- Nachweise
- Mietvertrag <b>

Spätestens am: Freitag, 11. Dezember 2026
Mit der Post an: Landeshauptstadt Kiel, Postfach 11 52, 24099 Kiel

Haben Sie`);
  expect(made({ owed: { ...owed, until: null }, hasUser: false }).text).not.toContain('Spätestens');
  expect(made({ owed, hasUser: false, locale: 'en' }).text).toContain(
    'At the latest on: Friday, 11 December 2026\n',
  );
  expect(made({ hasUser: false }).text).not.toContain('nach\n');
});

it('says to a person with an account that something was promised, and leaves what it is to the portal', () => {
  const { text } = made({ owed });
  expect(text.replace(/\s+/g, ' ')).toContain(
    'Das reichen Sie noch nach Spätestens am: Freitag, 11. Dezember 2026 Welche Unterlagen es sind, steht in Ihrem Bereich. Dort können Sie sie auch online nachreichen.',
  );
  expect(text).not.toMatch(/Nachweise|Mietvertrag|Postfach/);
});
