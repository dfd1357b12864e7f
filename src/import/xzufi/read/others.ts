import type { AreaRecord, OnlineRecord, Row } from '../records.ts';
import type { ImportReport } from '../report.ts';
import { child, children, codeIn, textIn, textOf, type XmlElement } from '../xml/element.ts';
import { keyOf, withoutUrn } from './identifier.ts';
import { textsOf } from './language.ts';
import { webAddress } from './links.ts';

/** Type of an online service's link that leads to it (urn:xoev-de:fim:codeliste:onlinedienstlinktyp). */
const LINK_TO_SERVICE = '01';

/** An online service with the address that leads to it; null without one. */
export function readOnline(
  element: XmlElement,
  report: ImportReport,
): { key: string; record: OnlineRecord } | null {
  const key = keyOf(child(element, 'id'));
  const title = textsOf(children(element, 'bezeichnung'), report);
  const links = children(element, 'link').map((link) => ({
    type: codeIn(child(link, 'typ')).code,
    url: webAddress(textIn(link, 'link', 'uri')),
  }));
  const usable = links.filter(({ url }) => url !== null);
  const url = (usable.find(({ type }) => type === LINK_TO_SERVICE) ?? usable[0])?.url;
  if (!key || (!title.de && !title.en) || !url) {
    report.skip('online services without identifier, name or web address', key ?? title.de ?? 'without all');
    return null;
  }
  return { key, record: { title, url } };
}

/** An area with its key; areas without a regional key are places unknown to the portal. */
export function readArea(
  element: XmlElement,
  report: ImportReport,
): { key: string; record: AreaRecord } | null {
  const id = keyOf(child(element, 'id'));
  const coding = child(element, 'verwaltungspolitischeKodierung');
  const coded =
    codeIn(child(coding, 'regionalschluessel')).code || codeIn(child(coding, 'gemeindeschluessel')).code;
  const key = withoutUrn(coded || textOf(child(element, 'id')));
  const { de: name } = textsOf(children(element, 'bezeichnung', 'kurzbezeichnung'), report);
  if (!id || !name || !/^\d{2,12}$/.test(key)) {
    report.skip('areas without a regional key or a name', id ?? name ?? 'without identifier');
    return null;
  }
  return { key: id, record: { key, name, kind: codeIn(child(element, 'typ')).name } };
}

/**
 * The rows of a responsibility: one for each service and area that it names. Their keys begin with that of the
 * responsibility; without an identifier, its position in its owner is used instead.
 */
export function readRows(
  element: XmlElement,
  owner: string,
  position: number,
  report: ImportReport,
): { key: string; rows: Row[] } {
  const key = keyOf(child(element, 'id')) ?? `${owner} #${position}`;
  const services = children(element, 'leistungID').flatMap((id) => keyOf(id) ?? []);
  const areas = children(element, 'gebietID').flatMap((id) => keyOf(id) ?? []);
  const isContactPoint = /ansprech/i.test(codeIn(child(element, 'rolle')).name);
  if (services.length === 0) report.skip('responsibilities that name no service', key);
  const rows = services.flatMap((service) =>
    (areas.length > 0 ? areas : [null]).map((area) => ({ service, owner, area, isContactPoint })),
  );
  return { key, rows };
}
