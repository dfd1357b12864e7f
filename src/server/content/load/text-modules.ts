import { type TextModule, textModules } from '#contract/text-modules.ts';
import type { Locale } from '#domain/locale.ts';
import type { ContentFault } from '../types.ts';
import { type MarkdownPart, withoutComments } from './markdown-part.ts';

/** The headings of the text modules, as an editor writes them. */
const headings: Record<Locale, Record<TextModule, string>> = {
  de: {
    shortText: 'Kurztext',
    fullText: 'Ausführliche Beschreibung',
    requirements: 'Voraussetzungen',
    documents: 'Erforderliche Unterlagen',
    procedure: 'Verfahrensablauf',
    processingTime: 'Bearbeitungsdauer',
    cost: 'Kosten',
    deadlines: 'Fristen',
    forms: 'Formulare',
    legalBasis: 'Rechtsgrundlagen',
    legalRemedy: 'Rechtsbehelf',
    hints: 'Hinweise',
    responsible: 'Zuständige Stelle',
    furtherInformation: 'Weiterführende Informationen',
  },
  en: {
    shortText: 'Short text',
    fullText: 'Full description',
    requirements: 'Requirements',
    documents: 'Required documents',
    procedure: 'Procedure',
    processingTime: 'Processing time',
    cost: 'Cost',
    deadlines: 'Deadlines',
    forms: 'Forms',
    legalBasis: 'Legal basis',
    legalRemedy: 'Legal remedy',
    hints: 'Notes',
    responsible: 'Responsible authority',
    furtherInformation: 'Further information',
  },
};

/** The heading of a text module in a file of a language. */
export const headingOf = (module: TextModule, locale: Locale): string => headings[locale][module];

/** Splits the texts of a service at their headings (`## Kosten`); each module occurs once and is not empty. */
export function splitModules(
  file: string,
  source: string,
  locale: Locale,
): { modules: Map<TextModule, MarkdownPart>; faults: ContentFault[] } {
  const modules = new Map<TextModule, MarkdownPart>();
  const faults: ContentFault[] = [];
  const say = (line: number, reason: string) => faults.push({ file, line, reason });
  for (const { heading, line, text } of sections(source)) {
    const isEmpty = withoutComments(text) === '';
    if (heading === null) {
      if (!isEmpty) say(line, 'there is text in front of the first heading (## …)');
      continue;
    }
    const module = textModules.find((one) => headings[locale][one] === heading);
    if (!module) say(line, `"${heading}" is not one of ${Object.values(headings[locale]).join(', ')}`);
    else if (modules.has(module)) say(line, `${heading} is given twice`);
    else if (isEmpty) say(line, `${heading} has no text; leave the heading out`);
    if (module && !modules.has(module)) modules.set(module, { file, line: line + 1, text });
  }
  if (modules.size === 0 && faults.length === 0) say(1, 'the file has no text');
  return { modules, faults };
}

type Section = { heading: string | null; line: number; text: string };

function sections(source: string): Section[] {
  const found: (Section & { lines: string[] })[] = [{ heading: null, line: 1, text: '', lines: [] }];
  for (const [index, line] of source.split('\n').entries()) {
    const heading = /^##(?!#)\s*(.*?)\s*#*\s*$/.exec(line)?.[1];
    if (heading === undefined) found.at(-1)?.lines.push(line);
    else found.push({ heading, line: index + 1, text: '', lines: [] });
  }
  return found.map(({ heading, line, lines }) => ({ heading, line, text: lines.join('\n') }));
}
