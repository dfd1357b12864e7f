import { child, children, elementsOf, textIn, type XmlElement } from '../../xml/element.ts';
import type { ImportReport } from '../report.ts';

/** A day as YYYY-MM-DD, with or without a time behind it. */
const dayIn = (period: XmlElement | undefined, ...names: string[]): string =>
  /^\d{4}-\d{2}-\d{2}/.exec(textIn(period, ...names))?.[0] ?? '';

/** The reason why an element is not valid on a day: its periods (`gueltigkeit`) are over or to come. Null if it is. */
export function notValid(element: XmlElement, today: string): string | null {
  const periods = children(element, 'gueltigkeit').map((period) => {
    const inner = child(period, 'zeitraum') ?? period;
    return {
      from: dayIn(inner, 'beginn', 'von', 'gueltigAb', 'start'),
      to: dayIn(inner, 'ende', 'bis', 'gueltigBis'),
    };
  });
  if (periods.length === 0) return null;
  if (periods.some(({ from, to }) => from <= today && (to === '' || today <= to))) return null;
  const next = periods
    .map(({ from }) => from)
    .filter((from) => from > today)
    .sort()[0];
  return next
    ? `begins on ${next}`
    : `ended on ${periods
        .map(({ to }) => to)
        .sort()
        .at(-1)}`;
}

/** An element without the parts that do not count on the day, which the report names. */
export function validParts(element: XmlElement, today: string, report: ImportReport): XmlElement {
  if (elementsOf(element).length === 0) return element;
  const content = element.content.flatMap((part): XmlElement['content'] => {
    if (typeof part === 'string') return [part];
    const reason = notValid(part, today);
    if (reason === null) return [validParts(part, today, report)];
    report.skip('parts of objects that are not valid today', `${part.name} ${reason}`);
    return [];
  });
  return { ...element, content };
}
