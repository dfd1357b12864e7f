import type { TextModule } from '#contract/text-modules.ts';
import { child, children, codeIn, textIn, textOf, type XmlElement } from '../../xml/element.ts';
import type { ServiceRecord, Texts } from '../records.ts';
import type { ImportReport } from '../report.ts';
import { readCosts } from './costs.ts';
import { readDeadlines, readProcessingTime } from './deadlines.ts';
import { keyOf, ownIdOf, withoutUrn } from './identifier.ts';
import { htmlOf, languageOf, textsOf } from './language.ts';
import { linkLists } from './links.ts';
import { plainText } from './plain-text.ts';
import { joined } from './texts.ts';

/** Text modules by their codes (urn:de:xzufi:codeliste:leistungstextmodulleika 20240216). */
const MODULES: Record<string, TextModule> = {
  '05': 'shortText',
  '06': 'fullText',
  '07': 'legalBasis',
  '08': 'documents',
  '09': 'requirements',
  '10': 'cost',
  '11': 'procedure',
  '12': 'processingTime',
  '13': 'deadlines',
  '14': 'forms',
  '15': 'furtherInformation',
  '16': 'hints',
  '22': 'responsible',
  '23': 'responsible',
  '25': 'legalRemedy',
};
/** Codes with a meaning of their own: names (I, and II, which takes precedence), teaser; the author is not used. */
const NAMES = ['02', '03'];
const TEASER = '24';
const AUTHOR = '18';

/** A service; null when it cannot be one of the portal, for a reason given in the report. */
export function readService(
  element: XmlElement,
  report: ImportReport,
): { key: string; record: ServiceRecord } | null {
  const key = keyOf(child(element, 'id'));
  const texts = Map.groupBy(children(element, 'modulText'), moduleCode);
  const contentsOf = (code: string) =>
    (texts.get(code) ?? []).flatMap((module) => children(module, 'inhalt'));
  const named: Texts = { ...textsOf(children(element, 'bezeichnung'), report) };
  for (const code of NAMES) Object.assign(named, textsOf(contentsOf(code), report));
  const [leiKaId, ...furtherIds] = leiKaIdsOf(element);
  if (!key) {
    report.skip('services without an identifier', named.de ?? 'without a name');
    return null;
  }
  if (!named.de && !named.en) {
    report.skip('services without a name (text modules 02 and 03)', key);
    return null;
  }
  for (const id of furtherIds) report.skip('LeiKa ids of a service after the first', `${key} ${id}`);
  const modules: ServiceRecord['modules'] = [];
  for (const [code, parts] of texts) {
    const module = MODULES[code];
    if (module) modules.push(...parts.map((part) => textModule(module, part, report)));
    else if (code === AUTHOR) report.passOver(`leistung/modulText ${AUTHOR}`);
    else if (code !== TEASER && !NAMES.includes(code)) {
      const { name } = codeIn(child(parts[0], 'leikaTextmodul'));
      report.skip('text modules with a code that has no place', `${code} ${name}`.trim());
    }
  }
  const figure = <T>(
    module: TextModule,
    name: string,
    read: (parts: XmlElement[], report: ImportReport) => { figures: T[]; html: Texts },
  ) => {
    const parts = children(element, name);
    const { figures, html } = read(parts, report);
    modules.push({
      module,
      position: 0,
      html: joined([html, ...parts.map((part) => linkLists(part, report))]),
    });
    return figures;
  };
  const record: ServiceRecord = {
    leiKaId: leiKaId ?? ownIdOf(key),
    validIn: children(element, 'gueltigkeitGebietID').flatMap((id) => keyOf(id) ?? []),
    title: named,
    teaser: textsOf(contentsOf(TEASER), report),
    costs: figure('cost', 'modulKosten', readCosts),
    deadlines: figure('deadlines', 'modulFrist', readDeadlines),
    processingTime: figure('processingTime', 'modulBearbeitungsdauer', readProcessingTime)[0] ?? null,
    keywords: keywordsOf(element, report),
    categories: children(element, 'kategorie').flatMap((category) => {
      const { de, en } = textsOf(children(category, 'bezeichnung'), report);
      return de ?? en ?? [];
    }),
    audience: audienceOf(element, report),
    isMachineEnglish: children(element, 'sprachversion').some(
      (version) =>
        languageOf(version, report) === 'en' &&
        /^(true|1)$/i.test(textIn(version, 'kennzeichenMaschinelleUebersetzung')),
    ),
    modules: modules.filter(({ html }) => html.de ?? html.en),
  };
  if (record.modules.length === 0) {
    report.skip('services without any text', `${key} ${named.de ?? ''}`.trim());
    return null;
  }
  return { key, record };
}

/** The code, with two digits. */
const moduleCode = (module: XmlElement): string => {
  const { code } = codeIn(child(module, 'leikaTextmodul'));
  return /^\d$/.test(code) ? `0${code}` : code;
};

function textModule(module: TextModule, part: XmlElement, report: ImportReport) {
  const html = joined([htmlOf(children(part, 'inhalt'), report), linkLists(part, report)]);
  return { module, position: Number(textIn(part, 'positionDarstellung')) || 0, html };
}

/** 2.2.0 has a code, 2.3.1 an identifier. */
function leiKaIdsOf(element: XmlElement): string[] {
  const references = children(element, 'referenzLeiKa', 'referenzLeistungsschluessel');
  const written = references.map((reference) => withoutUrn(textIn(reference, 'code') || textOf(reference)));
  return [...new Set(written.map((text) => text.replace(/\s/g, '')))].filter((text) => /^\d{14}$/.test(text));
}

function keywordsOf(element: XmlElement, report: ImportReport): ServiceRecord['keywords'] {
  const keywords = { de: new Set<string>(), en: new Set<string>() };
  for (const module of children(element, 'modulBegriffImKontext')) {
    for (const term of children(module, 'begriffImKontext').flatMap((entry) => children(entry, 'begriff'))) {
      const language = languageOf(term, report);
      const text = plainText(textOf(term));
      if (language && text) keywords[language].add(text);
    }
  }
  return { de: [...keywords.de], en: [...keywords.en] };
}

/** The target group; the codes differ between lists, the names identify it. Without a name: citizens. */
function audienceOf(element: XmlElement, report: ImportReport): ServiceRecord['audience'] {
  const names = children(element, 'leistungsadressat').map((entry) => codeIn(entry).name);
  for (const entry of children(element, 'leistungsadressat')) {
    const { code, name } = codeIn(entry);
    if (!/\p{L}{3}/u.test(name))
      report.skip('target groups without a name, which a code does not tell', code);
  }
  const audience: ServiceRecord['audience'] = [];
  if (names.some((name) => /bürger|buerger|privat|citizen/i.test(name))) audience.push('citizens');
  if (names.some((name) => /unternehmen|wirtschaft|business/i.test(name))) audience.push('businesses');
  return audience.length > 0 ? audience : ['citizens'];
}
