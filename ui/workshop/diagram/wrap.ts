import { textWidth, type Weight } from './text-width.ts';

/** Parts of a word between which it may be broken: names of code behind a dot, an underscore or before a capital. */
const partsOf = (word: string): string[] => word.split(/(?<=[._/-])|(?<=\p{Ll})(?=\p{Lu})/u);

/**
 * Breaks a text into lines no wider than `width`, at spaces, and within a word only where a name of code may break. A
 * word that is wider stays whole.
 */
export function wrap(text: string, width: number, size: number, weight: Weight = 400): string[] {
  const fits = (line: string) => textWidth(line, size, weight) <= width;
  const lines: string[] = [];
  let line = '';
  const add = (part: string, glue: string) => {
    if (line === '' || fits(line + glue + part)) {
      line = line === '' ? part : line + glue + part;
      return;
    }
    lines.push(line);
    line = part;
  };
  for (const word of text.split(' ')) {
    if (fits(word)) add(word, ' ');
    else for (const [index, part] of partsOf(word).entries()) add(part, index === 0 ? ' ' : '');
  }
  return line === '' ? lines : [...lines, line];
}
