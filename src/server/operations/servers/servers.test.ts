import { describe, expect, it } from 'vitest';
import type { SeenServer } from '#server/running-servers/row.ts';
import { attention } from './attention.ts';
import { certificatesTable } from './certificates-table.ts';
import { knownCertificates, knownPartners } from './known.ts';
import { partnersTable } from './partners-table.ts';
import { serversTable } from './servers-table.ts';

const now = new Date('2026-11-28T12:00:00Z');

const server = (name: string, facts: Partial<SeenServer['facts']> = {}, silentSeconds = 2): SeenServer => ({
  id: name,
  name,
  seenAt: new Date(now.getTime() - silentSeconds * 1000),
  silentSeconds,
  facts: {
    ...{ version: '1.2.0', commit: 'abc', runsSeconds: 3_900 },
    ...{ partners: [], certificates: [], clocks: [], missing: {}, unwritten: [] },
    ...facts,
  },
});
const partner = (name: string, awaySeconds = 0, answerSeconds: number | null = 0.2) => ({
  partner: name,
  awaySeconds,
  answerSeconds,
});

const cellsOf = (markup: string) =>
  markup
    .split('</tr>')
    .slice(1, -1)
    .map((row) =>
      row
        .split(/<\/t[hd]>/)
        .slice(0, -1)
        .map((cell) => cell.replace(/<[^>]*>/g, '').trim()),
    );
const linksOf = (servers: SeenServer[], locale: 'de' | 'en' = 'de') =>
  [
    ...attention(
      { servers, partners: knownPartners(servers), certificates: knownCertificates(servers) },
      [],
      now,
      locale,
    ).text.matchAll(/href="#(\w+)">([^<]*)</g),
  ].map(([, id, text]) => [id, text]);

describe('a partner', () => {
  const rows = (servers: SeenServer[]) => cellsOf(partnersTable(knownPartners(servers), now, 'de').text);

  it('is named in words, with the time for which it is away and who misses it', () => {
    const servers = [
      server('a', { partners: [partner('payment', 1_498), partner('identity nkb')] }),
      server('b', { partners: [partner('payment'), partner('neighbour hh', 7_300, null)] }),
    ];
    expect(rows(servers)).toEqual([
      ['Partnerportal hh', 'Antwortet nicht, seit 28.11.2026, 10:58 (2 Stunden 1 Minute)', '–', 'alle'],
      ['Zahlungsdienst', 'Antwortet nicht, seit 28.11.2026, 12:35 (25 Minuten)', 'unter einer Sekunde', 'a'],
      ['Login: Bürgerkonto', 'Antwortet', 'unter einer Sekunde', 'alle'],
    ]);
  });

  it('is slow above three seconds, which a single server may see', () => {
    const servers = [
      server('a', { partners: [partner('delivery service', 0, 3.1)] }),
      server('b', { partners: [partner('delivery service', 0, 3)] }),
    ];
    expect(rows(servers)).toEqual([['Zustelldienst der Behörden', 'Antwortet langsam', '3,1 Sekunden', 'a']]);
    expect(linksOf(servers)).toEqual([['partners', 'Zustelldienst der Behörden: antwortet langsam']]);
  });

  it('is as others say it, once a server is silent', () => {
    const servers = [
      server('a', { partners: [partner('scanner', 900)] }, 31),
      server('b', { partners: [partner('scanner')] }),
    ];
    expect(rows(servers)).toEqual([['Virenprüfung', 'Antwortet', 'unter einer Sekunde', 'alle']]);
  });

  it('that nobody has a name for is called as in the log', () => {
    expect(rows([server('a', { partners: [partner('<new>')] })])[0]?.[0]).toBe('&#60;new&#62;');
  });
});

describe('a server', () => {
  const rows = (servers: SeenServer[]) => cellsOf(serversTable(servers, 'de').text);

  it('is listed with its version, its clock and what it lacks', () => {
    const clocks = [
      { partner: 'https://a.example', aheadSeconds: 0.4 },
      { partner: 'https://b.example:8443', aheadSeconds: -75 },
    ];
    expect(
      rows([
        server('a', { clocks: clocks.slice(0, 1) }),
        server('b', { clocks, missing: { content: 'lacks content' }, unwritten: ['security'] }),
        server('c', {}, 300),
      ]),
    ).toEqual([
      ['a', '1.2.0 (abc)', '1 Stunde 5 Minuten', 'gerade eben', 'geht richtig', 'nichts'],
      [
        'b',
        '1.2.0 (abc)',
        '1 Stunde 5 Minuten',
        'gerade eben',
        'geht 1 Minute nach, verglichen mit b.example:8443',
        'hat den Inhalt nicht, den die anderen zeigen; Sicherheitsprotokoll kann nicht geschrieben werden',
      ],
      ['c', '1.2.0 (abc)', '1 Stunde 5 Minuten', 'schweigt (5 Minuten)', '–', 'nichts'],
    ]);
  });

  it('that is silent, lacks something or has a wrong clock is named above everything else', () => {
    const clocks = (aheadSeconds: number) => [{ partner: 'https://a.example', aheadSeconds }];
    const servers = [
      server('a', {}, 300),
      server('b', { missing: { database: 'does not answer' } }),
      server('c', { clocks: clocks(10.1) }),
      server('d', { clocks: clocks(-10) }),
    ];
    expect(linksOf(servers, 'en')).toEqual([
      ['servers', 'Server a: silent for 5 minutes'],
      ['servers', 'Server b: the database does not answer, or does not fit the version'],
      ['servers', 'Server c: its clock is wrong'],
    ]);
    expect(linksOf([server('a')])).toEqual([]);
    expect(attention({ servers: [], partners: [], certificates: [] }, [], now, 'de').text).toContain(
      'in Ordnung',
    );
  });
});

describe('a certificate', () => {
  const certificates = (days: number) => [{ certificate: 'NKB_CERTIFICATE', days }];

  it('is told from thirty days before its end', () => {
    const servers = [
      server('a', {
        certificates: [
          ...certificates(30),
          { certificate: 'PUBLIC_URL', days: 29 },
          { certificate: 'POSTBOX_CERTIFICATE', days: -2 },
          { certificate: 'ELSTER_CERTIFICATE', days: 0 },
        ],
      }),
    ];
    expect(linksOf(servers)).toEqual([
      ['certificates', 'Postfach: unser Zertifikat: abgelaufen (2 Tage)'],
      ['certificates', 'Unternehmenskonto: unser Zertifikat: gilt nur noch weniger als einen Tag'],
      ['certificates', 'Adresse des Portals: gilt nur noch 29 Tage'],
    ]);
  });

  it('has a row for each server that has another one', () => {
    const servers = [
      server('a', { certificates: certificates(400) }),
      server('b', { certificates: certificates(3) }),
      server('c', { certificates: certificates(400) }),
    ];
    expect(cellsOf(certificatesTable(knownCertificates(servers), 'de').text)).toEqual([
      ['Bürgerkonto: unser Zertifikat', '3 Tage', 'NKB_CERTIFICATE', 'b'],
      ['Bürgerkonto: unser Zertifikat', '400 Tage', 'NKB_CERTIFICATE', 'a, c'],
    ]);
    expect(cellsOf(certificatesTable(knownCertificates(servers.slice(0, 1)), 'de').text)).toEqual([
      ['Bürgerkonto: unser Zertifikat', '400 Tage', 'NKB_CERTIFICATE', 'alle'],
    ]);
  });
});
