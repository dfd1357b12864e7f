import { type TextModule, textModules } from '#contract/text-modules.ts';
import { headingOf } from '#server/content/load/text-modules.ts';
import { germanBlock, joined, noteBlock } from '../read/texts.ts';
import type { ServiceRecord, Texts } from '../records.ts';
import { wording } from '../wording.ts';

/**
 * The files texts.de.md and texts.en.md of a service. Both have the same modules, as the portal requires: a text in
 * only one language is in both, in English with a note before it. `lacking` tells whether the files have no English
 * text at all, or not for every module.
 */
export function textFiles({
  modules,
  isMachineEnglish,
}: Pick<ServiceRecord, 'modules' | 'isMachineEnglish'>): {
  de: string;
  en: string;
  lacking: 'nothing' | 'some' | 'all';
} {
  const texts = textModules.flatMap((module): [TextModule, Texts][] => {
    const parts = modules.filter((part) => part.module === module);
    const html = joined(
      parts.toSorted((one, other) => one.position - other.position).map((part) => part.html),
    );
    return html.de || html.en ? [[module, html]] : [];
  });
  const english = texts.filter(([, { en, isNeutral }]) => en !== undefined && !isNeutral).length;
  const sections = texts.map(([module, { de = '', en = '' }], index) => {
    const notes = [
      ...(english > 0 && index === 0 && isMachineEnglish ? [wording.machineEnglish] : []),
      ...(english === 0 && index === 0 ? [wording.allGerman] : []),
      ...(english > 0 && !en ? [wording.onlyGerman] : []),
    ].map(noteBlock);
    return {
      de: section(headingOf(module, 'de'), de || en),
      en: section(headingOf(module, 'en'), [...notes, en || germanBlock(de)].join('\n')),
    };
  });
  return {
    de: sections.map(({ de }) => de).join('\n'),
    en: sections.map(({ en }) => en).join('\n'),
    lacking: english === 0 ? 'all' : texts.every(([, { en }]) => en !== undefined) ? 'nothing' : 'some',
  };
}

const section = (heading: string, html: string) => `## ${heading}\n\n<div>\n${html}\n</div>\n`;
