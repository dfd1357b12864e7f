import { elementsOf, type XmlElement } from '../../xml/element.ts';
import type { Reading } from './reading.ts';

/** Elements of both versions that the import reads, or that have no place in a form and may be left out silently. */
const COMMON =
  'identifikation name bezeichnung bezeichnungEingabe bezeichnungAusgabe beschreibung definition bezug status freigabestatus statusGesetztAm statusGesetztDurch gueltigAb gueltigBis fachlicherErsteller versionshinweis freigabedatum veroeffentlichungsdatum letzteAenderung relation stichwort hilfetext hilfetextEingabe hilfetextAusgabe schemaelementart regel struktur dokumentsteckbrief ableitungsmodifikationenStruktur ableitungsmodifikationenRepraesentation';

const KNOWN = {
  stammdatenschema: new Set(COMMON.split(' ')),
  datenfeldgruppe: new Set(`${COMMON} art`.split(' ')),
  datenfeld: new Set(
    `${COMMON} feldart datentyp praezisierung inhalt vorbefuellung werte codelisteReferenz codeKey nameKey helpKey mediaType maxSize`.split(
      ' ',
    ),
  ),
  struktur: new Set(['anzahl', 'bezug', 'enthaelt']),
};

/** Counts the elements below one that the import does not know: never a fault, but people may want to look. */
export function countUnknown(element: XmlElement, owner: keyof typeof KNOWN, reading: Reading): void {
  for (const { name } of elementsOf(element)) {
    if (!KNOWN[owner].has(name)) reading.passOver(`${owner}/${name}`);
  }
}
