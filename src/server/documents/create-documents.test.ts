import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { SummaryRow } from '#contract/summary.ts';
import { foreignCharacters } from '#forms/rules/characters.ts';
import { createDocuments } from './create-documents.ts';
import { written } from './testing/collect.ts';
import { LOCALES, make } from './testing/make.ts';
import { elements, type ReadPdf, tableRows } from './testing/read-pdf.ts';
import { sampleData, sha512 } from './testing/sample.ts';
import type { DocumentData } from './types.ts';

const documents = createDocuments();
/** Readers drop the space at the end of a line, so words are compared without spaces. */
const bare = (text: string): string => text.normalize('NFC').replace(/\s/gu, '');
const allText = (pdf: ReadPdf): string =>
  bare(
    elements(pdf)
      .map((element) => element.text)
      .join(''),
  );
const text = (label: string, value: string, level = 0): SummaryRow => ({
  path: label,
  label,
  value,
  kind: 'text',
  level,
});
const withRows = (rows: SummaryRow[]): DocumentData => ({
  ...sampleData('de'),
  summary: [{ key: 'page', title: 'Angaben', rows }],
});

/** The rows of the summary in the document's reading order. */
function summaryRows(pdf: ReadPdf, data: DocumentData): { label: string; value: string }[] {
  const labels = new Set(data.summary.flatMap((page) => page.rows.map((row) => bare(row.label))));
  return tableRows(pdf)
    .map((row) => ({ label: bare(row.label), value: bare(row.value) }))
    .filter((row) => labels.has(row.label));
}

const confirmedRows = (data: DocumentData, none: string): { label: string; value: string }[] =>
  data.summary.flatMap((page) =>
    page.rows
      .filter((row) => row.kind !== 'heading')
      .map((row) => ({ label: bare(row.label), value: bare(row.value === '' ? none : row.value) })),
  );

describe.each(LOCALES)('the application PDF in %s', (locale) => {
  it('says every label with its value, in the order that was confirmed', async () => {
    const data = sampleData(locale);
    const pdf = await make('form', data);
    const none = locale === 'de' ? 'Keine Angabe' : 'No information';
    expect(summaryRows(pdf, data)).toEqual(confirmedRows(data, none));
    for (const { title } of data.summary) expect(allText(pdf)).toContain(bare(title));
  });

  it('names the ticket, the authority, the time of the confirmation, the payment and the hash', async () => {
    const data = sampleData(locale);
    const said = allText(await make('form', data));
    const facts =
      locale === 'de'
        ? ['20. November 2026 um 17:04 Uhr', '1.234,50 €', 'Kreditkarte', '20. November 2026 um 17:03 Uhr']
        : ['20 November 2026 at 17:04', '€1,234.50', 'Credit card', '20 November 2026 at 17:03'];
    const own = [data.ticketNumber, data.authority.name[locale], data.confirmedHash, 'KZ-2026-000815'];
    for (const fact of [...facts, ...own]) expect(said).toContain(bare(fact));
  });
});

describe.each(LOCALES)('what was stated, in %s', (locale) => {
  const data = sampleData(locale);
  it.each(['form', 'receipt'] as const)('is said word by word in the %s, with the time', async (kind) => {
    const said = allText(await make(kind, data));
    const opening = {
      de: { form: 'Die antragstellende Person hat am', receipt: 'Sie haben am' },
      en: { form: 'The applicant confirmed on', receipt: 'You confirmed on' },
    }[locale][kind];
    const at = locale === 'de' ? '20. November 2026 um 17:04 Uhr bestätigt:' : '20 November 2026 at 17:04:';
    expect(said).toContain(bare(`${opening} ${at}`));
    expect(data.statements).toHaveLength(2);
    for (const statement of data.statements ?? []) expect(said).toContain(bare(statement));
  });

  it('is not made up for what was confirmed before it was kept', async () => {
    const said = allText(await make('form', { ...data, statements: null }));
    const sentence = locale === 'de' ? 'richtig und vollständig sind' : 'is correct and complete';
    expect(said).toContain(bare(sentence));
    for (const statement of data.statements ?? []) expect(said).not.toContain(bare(statement));
    const receipt = allText(await make('receipt', { ...data, statements: null }));
    expect(receipt).not.toContain(bare(locale === 'de' ? 'bestätigt:' : 'You confirmed'));
  });
});

describe('the application PDF', () => {
  it('keeps hundreds of rows over many pages', async () => {
    const data = withRows(
      Array.from({ length: 700 }, (_, index) =>
        text(`Angabe Nr. ${index}`, `Wert ${index} `.repeat(1 + (index % 40))),
      ),
    );
    const pdf = await make('form', data);
    expect(pdf.pages.length).toBeGreaterThan(30);
    expect(summaryRows(pdf, data)).toEqual(confirmedRows(data, ''));
  });

  it('keeps values and labels that are longer than a page', async () => {
    const data = withRows([
      text('Begründung', 'Ein Satz mit Ümläuten und Łukasz. '.repeat(600).trim()),
      text('Ein sehr langer Name für ein Feld '.repeat(120).trim(), 'kurz'),
      text('Ohne Leerzeichen', 'Ǧ'.repeat(6000)),
      text('Zeilen', Array.from({ length: 150 }, (_, index) => `Zeile ${index}`).join('\n')),
    ]);
    const pdf = await make('form', data);
    expect(allText(pdf)).toContain(confirmedRows(data, '')[0]?.value);
    const rows = tableRows(pdf).map((row) => bare(row.value));
    for (const { value } of confirmedRows(data, '')) expect(rows).toContain(value);
  });

  it('says every character and sequence of DIN 91379 as it was entered', async () => {
    const points = Array.from({ length: 0x2200 - 0x21 }, (_, index) => String.fromCodePoint(index + 0x21));
    const letters = points.filter((point) => foreignCharacters(point, 'C').length === 0 && /\S/u.test(point));
    const marks = points.filter((point) => /\p{M}/u.test(point));
    const pairs = letters.flatMap((letter) => marks.map((mark) => letter + mark));
    const triples = [...'CcSsLlRrKk'].flatMap((letter) =>
      ['\u0328\u0306', '\u031b\u0304', '\u0325\u0304', '\u035fH', '\u035fh'].map((rest) => letter + rest),
    );
    const sequences = [...pairs, ...triples].filter(
      (pair) => pair.normalize('NFC') === pair && foreignCharacters(pair, 'C').length === 0,
    );
    // 500 letters and 88 other characters, of which 5 are spaces and line ends.
    expect(letters).toHaveLength(583);
    expect(sequences).toHaveLength(149);
    const data = withRows([...letters, ...sequences].map((value, index) => text(`Zeichen ${index}`, value)));
    const pdf = await make('form', data);
    expect(summaryRows(pdf, data)).toEqual(confirmedRows(data, ''));
  });

  it('shows what the font lacks by its number and drops what would disguise a name', async () => {
    const data = withRows([
      text('Bemerkung', 'Grüße 😀'),
      text('Datei', 'rech\u202Efdp.exe'),
      text('Name', 'ﬁn'),
    ]);
    const rows = summaryRows(await make('form', data), data);
    expect(rows.map((row) => row.value)).toEqual(['Grüße[U+1F600]', 'rechfdp.exe', 'fin']);
  });

  it('has each answer as the summary shows it, also one that looks like an IBAN', async () => {
    const values = ['DE02 1203 0000 0000 2020 51', 'DE02120300000000202051', 'de02 1203 0000 0000202051'];
    const data = withRows(values.map((value) => text('Aktenzeichen', value)));
    // Spaces at the ends of lines are dropped when the text is read.
    const shown = tableRows(await make('form', data)).map(({ value }) => value.trim());
    expect(shown).toEqual(expect.arrayContaining(values));
  });

  it('does not end on a page with a few lines only', async () => {
    const lengths = new Set<number>();
    for (let rows = 20; rows < 32; rows += 1) {
      const filler = Array.from({ length: rows }, (_, index) => text(`Feld ${index}`, 'Wert'));
      const pdf = await make('form', withRows(filler));
      lengths.add(pdf.pages.length);
      const last = elements({ ...pdf, pages: pdf.pages.slice(-1) }).filter((one) => one.text.trim() !== '');
      // Heading, paragraph and table of the annex alone are eight.
      expect(last.length, `${rows} rows`).toBeGreaterThan(8);
    }
    expect(lengths.size).toBeGreaterThan(1);
  });

  it('never leaves a heading at the end of a page', async () => {
    for (let rows = 20; rows < 32; rows += 1) {
      const filler = Array.from({ length: rows }, (_, index) => text(`Feld ${index}`, 'Wert'));
      const heading: SummaryRow = { ...text('Person 1', ''), kind: 'heading' };
      const data = withRows([...filler, heading, text('Name', 'Ada', 1)]);
      const pdf = await make('form', data);
      for (const page of pdf.pages) {
        const written = elements({ ...pdf, pages: [page] }).filter((element) => element.text !== '');
        expect(written.at(-1)?.role).not.toMatch(/^H/);
      }
    }
  });
});

describe.each(LOCALES)('what only programs and experts ask for, in %s', (locale) => {
  const annex = locale === 'de' ? 'Technischer Anhang' : 'Technical annex';
  const internal = ({ leiKaId, confirmedHash, delivery, attachments }: DocumentData) => [
    leiKaId,
    confirmedHash,
    delivery!.externalId,
    ...attachments.flatMap(({ mimeType, sha512: hash }) => [mimeType, hash]),
  ];

  it.each(['form', 'receipt'] as const)('comes after all else in the %s', async (kind) => {
    const data = sampleData(locale);
    const [people, experts, ...more] = allText(await make(kind, data)).split(bare(annex));
    expect(more).toEqual([]);
    for (const fact of internal(data)) expect(people).not.toContain(fact);
    expect(experts).toContain(data.leiKaId);
    expect(experts).toContain('application/pdf');
    expect(experts).toContain(data.confirmedHash);
  });

  it('begins on a page of its own in the receipt', async () => {
    const pdf = await make('receipt', sampleData(locale));
    const pages = pdf.pages.map((page) => allText({ ...pdf, pages: [page] }));
    expect(pages.findIndex((page) => page.includes(bare(annex)))).toBe(pages.length - 1);
    expect(pages.at(-1)).not.toContain(bare(sampleData(locale).afterwards));
  });
});

describe('the receipt', () => {
  it.each(LOCALES)('names in %s all ways to reach the authority, with their purposes', async (locale) => {
    const data = sampleData(locale);
    const purpose = { de: 'Steuerstelle', en: 'Tax office' };
    const contactBox = {
      telephones: [{ label: purpose, number: '+49 431 901-7777' }],
      faxes: [{ label: purpose, number: '+49 431 901-7778' }],
      emails: [{ label: purpose, email: 'hundesteuer@kiel.example' }],
      links: [{ label: purpose, url: 'https://kiel.example/hundesteuer' }],
    };
    const pdf = await make('receipt', { ...data, authority: { ...data.authority, contactBox } });
    const rows = tableRows(pdf).map(({ value }) => bare(value));
    const { phoneNumber, email } = data.authority;
    expect(rows).toContain(bare(`${phoneNumber}${purpose[locale]}: +49 431 901-7777`));
    expect(rows).toContain(bare(`${email}${purpose[locale]}: hundesteuer@kiel.example`));
    const said = allText(pdf);
    expect(said).toContain(bare(`${purpose[locale]}: +49 431 901-7778`));
    expect(said).toContain(bare(`${purpose[locale]}: https://kiel.example/hundesteuer`));
  });

  it.each(LOCALES)(
    'says in %s what went to whom and when, with the hash of each attachment',
    async (locale) => {
      const data = sampleData(locale);
      const said = allText(await make('receipt', data));
      for (const file of data.attachments) {
        for (const fact of [file.filename, file.fieldLabel, file.sha512]) expect(said).toContain(bare(fact));
      }
      const steps =
        locale === 'de'
          ? ['Daten verschlüsselt', 'Nachricht an das Postfach übermittelt', '20.11.2026, 17:05:31', '82 KB']
          : ['Data encrypted', 'Message submitted to the postbox', '20 Nov 2026, 17:05:31', '82 KB'];
      const own = [
        data.confirmedHash,
        data.delivery?.externalId ?? '',
        data.authority.email,
        data.afterwards,
        'BundID',
      ];
      for (const fact of [...steps, ...own]) expect(said).toContain(bare(fact));
    },
  );

  it('speaks of no postbox, delivery or payment that there was not', async () => {
    const data = {
      ...sampleData('de'),
      electronicNotice: null,
      postboxProvider: null,
      delivery: null,
      payment: null,
      steps: [],
    };
    const said = allText(await make('receipt', data));
    for (const absent of ['Postfach', 'FIT-Connect', 'Kassenzeichen', 'Ablauf'])
      expect(said).not.toContain(absent);
    expect(said).toContain(bare('Für diesen Antrag wurde online keine Zahlung geleistet.'));
  });

  it.each([
    [
      'de',
      'Keine Dateien abgerufen: Es wurden keine hochgeladen',
      'Keine Prüfsummen berechnet: Es gibt keine Anlagen',
      'Keine Nachricht an ein Postfach: Zu diesem Antrag gehört keines',
      'Das Postfach hat die Nachricht nicht angenommen',
    ],
    [
      'en',
      'No files fetched: none were uploaded',
      'No checksums calculated: there are no attachments',
      'No message to a postbox: this application has none',
      'The postbox did not accept the message',
    ],
  ] as const)(
    'says in %s what there was nothing to do for, and what was refused',
    async (locale, ...texts) => {
      const finishedAt = '2026-11-20T16:05:20.000Z';
      const data = {
        ...sampleData(locale),
        postboxProvider: null,
        steps: [
          { step: 'GET_FILES', outcome: 'nothingToDo', finishedAt },
          { step: 'CALCULATE_HASHES_FOR_ATTACHMENTS', outcome: 'nothingToDo', finishedAt },
          { step: 'SUBMIT_DATA_TO_POSTBOX', outcome: 'nothingToDo', finishedAt },
          { step: 'SUBMIT_DATA_TO_POSTBOX', outcome: 'refused', finishedAt },
        ] as const,
      };
      const said = allText(await make('receipt', { ...data, steps: [...data.steps] }));
      for (const text of texts) expect(said).toContain(bare(text));
      const done =
        locale === 'de' ? 'Nachricht an das Postfach übermittelt' : 'Message submitted to the postbox';
      expect(said).not.toContain(bare(done));
    },
  );

  it.each([
    ['de', 'bereitgestellt am Freitag, 20. November 2026, bekannt gegeben am Dienstag, 24. November 2026'],
    ['en', 'made available on Friday, 20 November 2026, delivered on Tuesday, 24 November 2026'],
  ] as const)(
    'gives the dates of an electronic notice in %s, and only where one was accepted',
    async (locale, dates) => {
      expect(allText(await make('receipt', sampleData(locale)))).toContain(bare(dates));
      const declined = { ...sampleData(locale), electronicNotice: false };
      expect(allText(await make('receipt', declined))).not.toContain(bare(dates));
    },
  );

  it('names no way to pay that the provider has not told', async () => {
    const sample = sampleData('de');
    const data = { ...sample, payment: { ...sample.payment!, method: null } };
    const said = allText(await make('receipt', data));
    expect(said).not.toContain('Zahlungsart');
    expect(said).toContain('Kassenzeichen');
  });

  it('keeps many attachments', async () => {
    const attachments = Array.from({ length: 60 }, (_, index) => ({
      filename: `Nachweis ${index}.pdf`,
      size: index * 1000,
      mimeType: 'application/pdf',
      sha512: sha512(String(index)),
      fieldLabel: 'Nachweise',
    }));
    const said = allText(await make('receipt', { ...sampleData('de'), attachments }));
    for (const { sha512: hash } of attachments) expect(said).toContain(hash);
  });
});

it('the receipt repeats the answers that the person needs again', async () => {
  const said = allText(await make('receipt', sampleData('de')));
  expect(said).toContain(bare('Abholung 1. Dezember 2026 um 10:30 Uhr'));
});

describe('what was promised for later', () => {
  const none = { ...sampleData('de'), attachments: [] };

  it('is in the receipt, with its last day and the way by post, and no word that nothing belongs to it', async () => {
    const said = allText(await make('receipt', none));
    expect(said).toContain(bare('Das reichen Sie noch nach – Mietvertrag – Øystein: Ausweis'));
    expect(said).toContain(bare('Spätestens am Freitag, 18. Dezember 2026 Mit der Post an'));
    expect(said).toContain(bare('Es wurden noch keine Dateien hochgeladen.'));
    expect(said).not.toContain(bare('Es wurden keine Dateien hochgeladen.'));
    const undated = { ...none, owed: { documents: ['Mietvertrag'], until: null, online: false } };
    expect(allText(await make('receipt', undated))).not.toContain('Spätestens');
    const nothing = allText(
      await make('receipt', { ...none, owed: { documents: [], until: null, online: false } }),
    );
    expect(nothing).toContain(bare('Es wurden keine Dateien hochgeladen.'));
    expect(nothing).not.toContain('nach–');
  });

  it('is in the application', async () => {
    expect(allText(await make('form', none))).toContain(bare('Wird nachgereicht – Mietvertrag'));
    const nothing = { ...none, owed: { documents: [], until: null, online: false } };
    expect(allText(await make('form', nothing))).not.toContain(bare('Wird nachgereicht'));
  });
});

describe('the cover letter', () => {
  it('carries the address of the authority as on an envelope, the date and the subject', async () => {
    const data = sampleData('de');
    const pdf = await make('coverLetter', data);
    const paragraphs = elements(pdf).map((element) => bare(element.text));
    const address = `${data.authority.name.de} Frau Jördis Ößler-Żuławska Fleethörn 9 24103 Kiel`;
    expect(paragraphs).toContain(bare(address));
    expect(paragraphs).toContain(bare(`Unterlagen zu meinem Antrag „${data.serviceTitle}“`));
    expect(paragraphs).toContain(bare('20. November 2026'));
    expect(pdf.pages).toHaveLength(1);
  });

  it('says what it is for and who writes, or leaves room for the name', async () => {
    const data = sampleData('de');
    const said = allText(await make('coverLetter', data));
    expect(said).toContain(bare('Mit diesem Schreiben erhalten Sie weitere Unterlagen zu meinem Antrag.'));
    expect(said).toContain(bare(`Mit freundlichen Grüßen ${data.applicantName}`));
    const nameless = allText(await make('coverLetter', { ...data, applicantName: null }));
    expect(nameless).toContain(bare('Mit freundlichen Grüßen Name: ____'));
  });

  it('lists what was announced to be ticked, apart from what was sent, until its last day', async () => {
    const said = allText(await make('coverLetter', sampleData('de')));
    const list = bare(
      'Was diesem Brief beiliegt, ist angekreuzt: – [   ] Mietvertrag – [   ] Øystein: Ausweis',
    );
    expect(said).toContain(list);
    expect(said).toContain(bare('spätestens am Freitag, 18. Dezember 2026'));
    expect(said.indexOf(list)).toBeLessThan(said.indexOf(bare('Diese Dateien habe ich schon')));
    const nothing = { documents: [], until: '2026-12-18', online: true };
    const without = allText(await make('coverLetter', { ...sampleData('de'), owed: nothing }));
    expect(without).not.toMatch(/angekündigt|spätestens/u);
    const undated = { documents: ['Mietvertrag'], until: null, online: false };
    expect(allText(await make('coverLetter', { ...sampleData('de'), owed: undated }))).not.toContain(
      'spätestens',
    );
  });

  it('has the whole address of the sender, for windows of envelopes and for the reader', async () => {
    const data = sampleData('de');
    const address = 'Große Ölmühlenstraße 12 a';
    const said = allText(await make('coverLetter', data));
    expect(said).toContain(bare(`${data.applicantName} · ${address} · 24105 Kiel`));
    expect(said).toContain(bare(`Absender ${data.applicantName} ${address} 24105 Kiel`));
    const long = 'Prof. Dr. Anđelka-Þórdís Ǧalāl-Ñúñez von Łęczyca-Škvorecká';
    const wide = allText(await make('coverLetter', { ...data, applicantName: long }));
    expect(wide).toContain(bare(`${long} · ${address} · 24105 Kiel`));
    const homeless = allText(await make('coverLetter', { ...data, applicantAddress: null }));
    expect(homeless).toContain(bare(`${data.applicantName} · ${data.portalName}`));
    expect(homeless).not.toContain('Absender');
  });

  it('goes to the address for letters, before a postbox, before that of visitors', async () => {
    const data = sampleData('de');
    const postbox = { kind: 'postbox' as const, postbox: '11 52', postalCode: '24099', city: 'Kiel' };
    const post = {
      ...postbox,
      kind: 'post' as const,
      postbox: undefined,
      street: 'Briefweg',
      streetNumber: '7',
    };
    const letter = async (...addresses: object[]) => {
      const authority = { ...data.authority, contactBox: { addresses } } as DocumentData['authority'];
      return allText(await make('coverLetter', { ...data, authority }));
    };
    expect(await letter(postbox)).toContain(bare('Postfach 11 52 24099 Kiel'));
    expect(await letter(postbox, post)).toContain(bare('Briefweg 7 24099 Kiel'));
    expect(await letter({ ...post, kind: 'house' })).toContain(bare('Fleethörn 9 24103 Kiel'));
  });

  it('uses the post-office box where there is one', async () => {
    const data = sampleData('de');
    const said = allText(
      await make('coverLetter', { ...data, authority: { ...data.authority, postbox: '11 52' } }),
    );
    expect(said).toContain(bare('Postfach 11 52'));
    expect(said).not.toContain('Fleethörn');
  });
});

describe('writing a document', () => {
  it('gives the same bytes for the same data, whatever was written before', async () => {
    const once = await written((out) => documents.form(sampleData('de'), out));
    await written((out) => documents.receipt(withRows([text('ȷ', 'ı i\u0307')]), out));
    expect(Buffer.compare(once, await written((out) => documents.form(sampleData('de'), out)))).toBe(0);
  });

  it('rejects with what the reader failed with', async () => {
    const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) });
    await expect(documents.form(sampleData('de'), broken)).rejects.toThrow('disk full');
  });

  it('stops when the reader goes away in the middle', async () => {
    const data = withRows(Array.from({ length: 3000 }, (_, index) => text(`Feld ${index}`, `Wert ${index}`)));
    let chunks = 0;
    const out = new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        chunks += 1;
        if (chunks === 3) out.destroy();
        else done();
      },
    });
    await expect(documents.form(data, out)).rejects.toThrow();
  });
});
