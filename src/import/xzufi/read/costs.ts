import type { Localised } from '#domain/locale.ts';
import type { Cost } from '#server/content/types.ts';
import { child, children, codeIn, textIn, textOf, typeOf, type XmlElement } from '../../xml/element.ts';
import type { Texts } from '../records.ts';
import type { ImportReport } from '../report.ts';
import { htmlOf } from './language.ts';
import { inBothLanguages, isLabel, joined } from './texts.ts';

/** `modulKosten`: each cost as a figure with its description as label; longer descriptions become text. */
export function readCosts(modules: XmlElement[], report: ImportReport): { figures: Cost[]; html: Texts } {
  const figures: Cost[] = [];
  const words: Texts[] = [];
  for (const module of modules) {
    words.push(htmlOf(children(module, 'beschreibung'), report));
    for (const entry of children(module, 'kosten')) {
      const described = htmlOf(children(entry, 'beschreibung'), report);
      const type = codeIn(child(entry, 'typ')).name;
      const text = isLabel(described) ? described : type ? { de: type } : null;
      const label = text && inBothLanguages(text, { de: type, en: type });
      const cost = costOf(entry, label);
      if (cost) figures.push(cost);
      else if (!described.de && !described.en) {
        report.skip('costs without an amount in euros and without words', textOf(entry).slice(0, 80) || type);
      }
      if (!cost || !isLabel(described)) words.push(described);
    }
  }
  return { figures, html: joined(words) };
}

function costOf(entry: XmlElement, label: Localised | null): Cost | null {
  const choice = child(entry, 'kostenauswahl', 'kostenAuswahl') ?? entry;
  const inner = child(choice, 'kostenFix', 'kostenVariabel', 'kostenFrei');
  const kind = inner?.name.toLowerCase() ?? typeOf(choice);
  const amounts = inner ?? choice;
  const labelled = label ? { label } : {};
  if (kind === 'kostenfrei') return { kind: 'FREE', ...labelled };
  const amount = cents(child(amounts, 'betrag'));
  if (amount !== null)
    return amount === 0 ? { kind: 'FREE', ...labelled } : { kind: 'FIXED', amount, ...labelled };
  const from = cents(child(amounts, 'betragUntergrenze', 'untergrenze'));
  const to = cents(child(amounts, 'betragObergrenze', 'obergrenze'));
  if (from !== null && from === to)
    return from === 0 ? { kind: 'FREE', ...labelled } : { kind: 'FIXED', amount: from, ...labelled };
  if (from === null && to === null)
    return kind === 'kostenvariabel' && label ? { kind: 'VARIABLE', label } : null;
  if (from !== null && to !== null && to < from) return null;
  return { kind: 'VARIABLE', ...(from !== null && { from }), ...(to !== null && { to }), ...labelled };
}

/** Cents of an amount in euros; null for other currencies and non-amounts. */
function cents(element: XmlElement | undefined): number | null {
  if (!element) return null;
  const currency = element.attributes.currencyCode ?? element.attributes.currencyID ?? 'EUR';
  const text = textIn(element, 'wert') || textOf(element);
  const match = /^(\d{1,6})(?:[.,](\d{1,4}))?$/.exec(text);
  if (!match || currency.toUpperCase() !== 'EUR') return null;
  return Math.round(Number(`${match[1]}.${match[2] ?? '0'}`) * 100);
}
