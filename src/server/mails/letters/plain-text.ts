import type { Words } from './words.ts';

/** Longest line: it fits without a break into every mail program, and once quoted, too. */
const LINE = 72;

/**
 * Returns an e-mail as plain text, laid out as DIN 5008 has it: an empty line after the salutation and between
 * paragraphs, no indents, the signature below the closing.
 */
export function plainText({
  salutation,
  lead,
  facts,
  sections,
  link,
  closing,
  portalName,
  notes,
}: Words): string {
  const paragraphs = [
    salutation,
    ...lead,
    lines(facts),
    ...sections.flatMap((one) => [
      one.title,
      ...(one.list.length > 0 ? [one.list.map((text) => folded(`- ${text}`)).join('\n')] : []),
      ...(one.facts.length > 0 ? [lines(one.facts)] : []),
      ...one.paragraphs,
    ]),
    ...(link === null ? [] : [`${link.label}:\n${link.href}`]),
    `${closing}\n\n${portalName}`,
    // Mail programs leave what is below this line out of an answer (RFC 3676, section 4.3).
    `-- \n${notes.map(folded).join('\n\n')}`,
  ];
  return `${paragraphs.map((text) => (text.includes('\n') ? text : folded(text))).join('\n\n')}\n`;
}

const lines = (facts: Words['facts']): string =>
  facts.map(({ term, value }) => folded(`${term}: ${value}`)).join('\n');

/** Breaks a paragraph into lines at its spaces, not at those that hold together ("20,00 €"); a longer word stays whole. */
function folded(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[ \n]+/)) {
    if (line !== '' && line.length + 1 + word.length > LINE) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
