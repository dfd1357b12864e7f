import { elementsOf, type XmlElement } from '../../xml/element.ts';
import type { ImportReport } from '../report.ts';

/**
 * The elements of XZuFi 2.2.0 and 2.3.1 by their parent: those that are read, and known ones without a place in the
 * content. The report names all others. Elements that are not listed as parents here are read as a whole (texts, codes)
 * or ignored.
 */
const READ: Record<string, string> = {
  leistung:
    'id referenzLeiKa referenzLeistungsschluessel modulText modulFrist modulKosten modulBearbeitungsdauer modulBegriffImKontext kategorie gueltigkeitGebietID sprachversion leistungsadressat bezeichnung',
  modulText: 'positionDarstellung leikaTextmodul inhalt weiterfuehrenderLink',
  weiterfuehrenderLink: 'uri titel languageCode position positionDarstellung',
  modulFrist: 'frist beschreibung positionDarstellung weiterfuehrenderLink',
  frist: 'typ fristauswahl fristAuswahl beschreibung fristDauer fristStichtag positionDarstellung',
  fristauswahl: 'dauer einheit dauerBis einheitBis von bis fristDauer fristStichtag',
  fristDauer: 'dauer einheit dauerBis einheitBis',
  fristStichtag: 'von bis',
  modulKosten: 'kosten beschreibung positionDarstellung weiterfuehrenderLink',
  kosten:
    'typ kostenauswahl kostenAuswahl beschreibung kostenFix kostenVariabel kostenFrei positionDarstellung',
  kostenauswahl:
    'betrag betragUntergrenze betragObergrenze untergrenze obergrenze kostenFix kostenVariabel kostenFrei',
  kostenFix: 'betrag',
  kostenVariabel: 'betragUntergrenze betragObergrenze untergrenze obergrenze',
  modulBearbeitungsdauer: 'bearbeitungsdauer beschreibung positionDarstellung weiterfuehrenderLink',
  bearbeitungsdauer: 'dauer einheit dauerBis einheitBis beschreibung fristauswahl fristDauer',
  modulBegriffImKontext: 'begriffImKontext positionDarstellung',
  begriffImKontext: 'begriff typ',
  sprachversion: 'languageCode kennzeichenMaschinelleUebersetzung',
  organisationseinheit:
    'id name uebergeordneteOrganisationseinheitID uebergeordneteOEID anschrift erreichbarkeit oeffnungszeiten zustaendigkeit internetadresse kommunikationssystem',
  anschrift: 'typ strasse hausnummer postfach postleitzahl plz ort',
  erreichbarkeit: 'kanal kennung',
  oeffnungszeiten: 'beschreibung',
  kommunikationssystem: 'kanal kennung kennungZusatz',
  formular: 'id bezeichnung link uri url zustaendigkeit',
  onlinedienst: 'id bezeichnung link zustaendigkeit vertrauensniveau parameter',
  link: 'typ link uri titel positionDarstellung languageCode',
  zustaendigkeitTransferObjekt: 'uebergeordnetesObjektID zustaendigkeit',
  zustaendigkeit: 'id leistungID gebietID rolle kriterium',
  gebiet:
    'id typ bezeichnung kurzbezeichnung verwaltungspolitischeKodierung uebergeordnetesGebietId uebergeordnetesGebietID',
  loesche: 'id',
};
const PASSED_OVER: Record<string, string> = {
  leistung:
    'struktur modulTextIndividuell modulFachlicheFreigabe modulDokument modulUrsprungsportal modulAuskunftshinweis typisierung kennzeichenSchriftformerfordernis informationsbereichSDG kennzeichenEA versionsinformation versionsinformationen vertrauensniveau gebuehrenpflichtig',
  modulText: 'zugangskanal',
  kosten: 'vorkasse linkKostenbildung',
  weiterfuehrenderLink: 'beschreibung',
  kategorie: '',
  sprachversion: 'sprachbezeichnungDeutsch sprachbezeichnungNativ erstelltDatumZeit geaendertDatumZeit',
  organisationseinheit:
    'kategorie versionsinformation versionsinformationen sprachversion beschreibung kurzbezeichnung synonym bankverbindung zustaendigkeitsgebiet infoOeffnungszeiten',
  anschrift: 'verwaltungspolitischeKodierung geokodierung zusatz id anfahrturl',
  erreichbarkeit: 'zusatz id',
  onlinedienst:
    'bezahlverfahren zahlungsweise versionsinformation versionsinformationen sprachversion beschreibung teaser logo identifizierungsmittel',
  formular: 'kurzbezeichnung beschreibung typ versionsinformation versionsinformationen sprachversion',
  link: 'beschreibung',
  zustaendigkeit: 'position',
  gebiet: 'versionsinformation versionsinformationen geokodierung sprachversion',
};

const setsOf = (lists: Record<string, string>) =>
  new Map(Object.entries(lists).map(([parent, names]) => [parent, new Set(names.split(' '))]));
const read = setsOf(READ);
const passedOver = setsOf(PASSED_OVER);

/** Names in the report everything of an object that is not read. */
export function noteUnread(element: XmlElement, report: ImportReport): void {
  const known = read.get(element.name);
  if (!known) return;
  for (const part of elementsOf(element)) {
    const path = `${element.name}/${part.name}`;
    if (part.name === 'gueltigkeit') continue;
    if (known.has(part.name)) noteUnread(part, report);
    else if (passedOver.get(element.name)?.has(part.name)) report.passOver(path);
    else report.unknown(path);
  }
}
