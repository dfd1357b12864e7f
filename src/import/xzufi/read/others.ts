import { type Locale, locales } from '#domain/locale.ts';
import type { TrustLevel } from '#domain/trust-level.ts';
import { child, children, codeIn, textIn, textOf, type XmlElement } from '../../xml/element.ts';
import type { AreaRecord, FormRecord, OnlineRecord, Row } from '../records.ts';
import type { ImportReport } from '../report.ts';
import { keyOf, withoutUrn } from './identifier.ts';
import { languageOf, textsOf } from './language.ts';
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
  const links = children(element, 'link').flatMap((link) => {
    const url = webAddress(textIn(link, 'link', 'uri'));
    // A link without a language has that of its title.
    const named = child(link, 'languageCode') || link.attributes.languageCode ? link : child(link, 'titel');
    const language = named && hasLanguage(named) ? languageOf(named, report) : 'de';
    return url && language ? [{ type: codeIn(child(link, 'typ')).code, url, language }] : [];
  });
  const leading = links.some(({ type }) => type === LINK_TO_SERVICE)
    ? links.filter(({ type }) => type === LINK_TO_SERVICE)
    : links;
  const inLanguage = (wanted: Locale) => leading.find(({ language }) => language === wanted)?.url;
  const url = inLanguage('de') ?? inLanguage('en');
  if (!key || (!title.de && !title.en) || !url) {
    report.skip('online services without identifier, name or web address', key ?? title.de ?? 'without all');
    return null;
  }
  const used = locales.map(inLanguage);
  for (const link of children(element, 'link')) {
    const address = textIn(link, 'link', 'uri');
    if (!used.includes(webAddress(address) ?? ''))
      report.skip('links of online services that do not lead to them', `${key} ${address}`);
  }
  const withParameters = parametersOf(element, report);
  const level = codeIn(child(element, 'vertrauensniveau'));
  const trustLevel = levels.find(([pattern]) => pattern.test(level.name))?.[1];
  if (!trustLevel && level.code) {
    report.skip('trust levels of online services that have no name', level.code);
  }
  const english = withParameters(inLanguage('en') ?? url);
  return {
    key,
    record: { title, url: { de: withParameters(url), en: english }, ...(trustLevel && { trustLevel }) },
  };
}

const hasLanguage = ({ attributes, ...element }: XmlElement) =>
  Boolean(attributes.languageCode ?? attributes.lang ?? child({ attributes, ...element }, 'languageCode'));

/** The codes differ between lists, the names do not. */
const levels: [RegExp, TrustLevel][] = [
  [/hoch|high/i, 'high'],
  [/substan/i, 'substantial'],
  [/niedrig|normal|basis|untergeordnet|low/i, 'low'],
];

/** `parameter`: names and values that belong to the address of an online service. */
function parametersOf(element: XmlElement, report: ImportReport): (url: string) => string {
  const parameters = children(element, 'parameter').flatMap((parameter) => {
    const name = textIn(parameter, 'parameterName', 'name');
    const value = textIn(parameter, 'parameterWert', 'wert');
    if (name && value) return [[name, value] as const];
    report.skip('parameters of online services without name or value', textOf(parameter));
    return [];
  });
  return (url) => {
    const address = new URL(url);
    for (const [name, value] of parameters) address.searchParams.set(name, value);
    return address.href;
  };
}

/** A form (`formular`) with the address where it is; null without one. */
export function readForm(
  element: XmlElement,
  report: ImportReport,
): { key: string; record: FormRecord } | null {
  const key = keyOf(child(element, 'id'));
  const title = textsOf(children(element, 'bezeichnung'), report);
  const written = children(element, 'link', 'uri', 'url').map(
    (link) => textIn(link, 'link', 'uri') || textOf(link),
  );
  const url = written.map(webAddress).find((address) => address !== null);
  if (!key || (!title.de && !title.en) || !url) {
    report.skip('forms without identifier, name or web address', key ?? title.de ?? 'without all');
    return null;
  }
  for (const other of written.filter((address) => webAddress(address) !== url))
    report.skip('addresses of forms after the first', `${key} ${other}`);
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
  const named = children(element, 'gebietID');
  const areas = named.flatMap((id) => keyOf(id) ?? []);
  if (areas.length < named.length) {
    report.skip('areas of responsibilities that are empty: they mean no place', key);
    if (areas.length === 0) return { key, rows: [] };
  }
  if (named.length === 0) report.skip('areas that responsibilities do not name: they count everywhere', key);
  const criterion = textsOf(children(element, 'kriterium'), report);
  const isContactPoint = /ansprech/i.test(codeIn(child(element, 'rolle')).name);
  if (services.length === 0) report.skip('responsibilities that name no service', key);
  const rows = services.flatMap((service) =>
    (areas.length > 0 ? areas : [null]).map((area) => ({
      service,
      owner,
      area,
      isContactPoint,
      ...((criterion.de ?? criterion.en) && { criterion }),
    })),
  );
  return { key, rows };
}
