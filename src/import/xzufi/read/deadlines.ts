import type { Locale } from '#domain/locale.ts';
import type { Deadline, Duration } from '#server/content/types.ts';
import { child, children, codeIn, elementsOf, textIn, textOf, type XmlElement } from '../../xml/element.ts';
import type { Texts } from '../records.ts';
import type { ImportReport } from '../report.ts';
import { wording } from '../wording.ts';
import { durationOf } from './duration.ts';
import { htmlOf } from './language.ts';
import { plainText } from './plain-text.ts';
import { inBothLanguages, isLabel, joined } from './texts.ts';

/** Figures of a module, and text that the figures cannot express. */
type Read<T> = { figures: T[]; html: Texts };

/** `modulFrist`: each deadline with a duration; dates become text. */
export function readDeadlines(modules: XmlElement[], report: ImportReport): Read<Deadline> {
  const figures: Deadline[] = [];
  const words: Texts[] = [];
  for (const module of modules) {
    words.push(htmlOf(children(module, 'beschreibung'), report));
    for (const frist of children(module, 'frist')) {
      const described = htmlOf(children(frist, 'beschreibung'), report);
      const type = codeIn(child(frist, 'typ')).name;
      const choice = choiceOf(frist);
      const duration = choice && durationOf(choice);
      if (duration) {
        const label = isLabel(described) ? described : type ? { de: type } : { ...wording.deadline };
        figures.push({ duration, label: inBothLanguages(label, wording.deadline) });
        if (!isLabel(described)) words.push(described);
        continue;
      }
      const [de, en] = choice ? [dayOf(choice, 'de'), dayOf(choice, 'en')] : [null, null];
      if (de && en) words.push({ de: paragraph(type, de), en: paragraph(type, en), isNeutral: true });
      else if (choice)
        report.skip('deadlines that are neither a duration nor a day', textOf(choice).slice(0, 80));
      words.push(described);
    }
  }
  return { figures, html: joined(words) };
}

/** `modulBearbeitungsdauer`: the first duration as figures, the rest as text. */
export function readProcessingTime(modules: XmlElement[], report: ImportReport): Read<Duration> {
  const figures: Duration[] = [];
  const words: Texts[] = [];
  for (const module of modules) {
    words.push(htmlOf(children(module, 'beschreibung'), report));
    for (const entry of children(module, 'bearbeitungsdauer')) {
      const duration = durationOf(choiceOf(entry) ?? entry);
      if (duration) figures.push(duration);
      words.push(htmlOf(children(entry, 'beschreibung'), report));
    }
  }
  const [first, ...others] = figures;
  for (const { value, to, unit } of others)
    report.skip('processing times after the first, as figures', `${value}${to ? ` to ${to}` : ''} ${unit}`);
  return { figures: first ? [first] : [], html: joined(words) };
}

/** The content of a `…auswahl`: with an `xsi:type` the element itself, otherwise the element in it. */
function choiceOf(element: XmlElement): XmlElement | undefined {
  const choice = child(element, 'fristauswahl', 'fristAuswahl') ?? element;
  return child(choice, 'fristDauer', 'fristStichtag') ?? (choice === element ? undefined : choice);
}

/** A day, the last day, or from one day to another, as written in the file. */
function dayOf(choice: XmlElement, language: Locale): string | null {
  const [from, to] = [dayText(child(choice, 'von')), dayText(child(choice, 'bis'))];
  if (from && to && from !== to) return `${from} – ${to}`;
  return from || (to ? `${wording.until[language]} ${to}` : null);
}

function dayText(element: XmlElement | undefined): string {
  const parts = element && elementsOf(element).length > 0 ? element : undefined;
  const inner = child(parts, 'monatTag', 'datum') ?? parts;
  const [day, month] = [textIn(inner, 'tag'), textIn(inner, 'monat')];
  if (day && month) return `${day}.${month}.`;
  return textOf(element)
    .replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$3.$2.$1')
    .replace(/^--(\d{2})-(\d{2})$/, '$2.$1.');
}

const paragraph = (type: string, day: string) => `<p>${plainText(type ? `${type}: ${day}` : day)}</p>`;
