import { afterAll, expect, test } from 'vitest';
import { importFolder, transfer } from './testing.ts';

const folder = importFolder();
afterAll(() => folder.remove());

const code = (name: string, value: string) => `<${name}><code>${value}</code></${name}>`;
const text = (language: string, value: string) => `<inhalt languageCode="${language}">${value}</inhalt>`;
const service = `<leistung><id>L.1</id>
  ${code('referenzLeiKa', '99000000000001')}${code('referenzLeiKa', '99000000000002')}
  <modulText>${code('leikaTextmodul', '03')}${text('de', 'Zelt melden')}</modulText>
  <modulText>${code('leikaTextmodul', '18')}${text('de', 'Ministerium')}</modulText>
  <modulText>${code('leikaTextmodul', '05')}${text('de', 'Kurz.')}
    <weiterfuehrenderLink><uri>https://a.example/</uri><titel languageCode="de">Mehr</titel><beschreibung languageCode="de">Warum</beschreibung></weiterfuehrenderLink></modulText>
  <modulKosten><kosten><beschreibung languageCode="de">Gebühr</beschreibung><linkKostenbildung>https://k.example/</linkKostenbildung></kosten></modulKosten>
  <modulBearbeitungsdauer><bearbeitungsdauer><dauer>2</dauer><einheit><code>2</code><name>Woche</name></einheit></bearbeitungsdauer>
    <bearbeitungsdauer><dauer>3</dauer><einheit><code>3</code><name>Monat</name></einheit></bearbeitungsdauer></modulBearbeitungsdauer>
  <modulDokument><id>D.1</id></modulDokument>
  <spezialisierung>Sonderfall</spezialisierung>
  <genehmigungsfiktion>true</genehmigungsfiktion>
</leistung>`;
const online = `<onlinedienst><id>O.1</id><bezeichnung languageCode="de">Online</bezeichnung>
  <link><link>https://online.example/</link><titel languageCode="de">Hin</titel></link>
  <link><link>https://info.example/</link><titel languageCode="de">Mehr</titel></link></onlinedienst>`;
const form = `<formular><id>F.1</id><bezeichnung languageCode="de">Formular</bezeichnung>
  <link>https://form.example/</link><link>https://other.example/</link></formular>`;
const SPECIALISATION = '<spezialisierung><id>S.1</id></spezialisierung>';

const report = folder.run(folder.file(transfer(service, online, form, SPECIALISATION))).report.join('\n');

test.each([
  ['a specialisation', 'objects of a kind that the portal does not have: 1\n  S.1: spezialisierung'],
  ['a specialisation inside of a service', '  leistung/spezialisierung: 1 (L.1)'],
  ['an approval', '  leistung/genehmigungsfiktion: 1 (L.1)'],
  ['a document', '  leistung/modulDokument: 1 (L.1)'],
  ['a link to how a cost is made up', '  kosten/linkKostenbildung: 1 (L.1)'],
  ['the description of a link', '  weiterfuehrenderLink/beschreibung: 1 (L.1)'],
  ['the author', '  leistung/modulText 18: 1 (L.1)'],
  ['a further key', 'LeiKa ids of a service after the first: 1\n  L.1 99000000000002'],
  ['a further processing time', 'processing times after the first, as figures: 1\n  L.1: 3 month'],
  [
    'a further link of an online service',
    'links of online services that do not lead to them: 1\n  O.1 https://info.example/',
  ],
  ['a further address of a form', 'addresses of forms after the first: 1\n  F.1 https://other.example/'],
])('%s that is left out stands in the report with its object', (_, line) => expect(report).toContain(line));
