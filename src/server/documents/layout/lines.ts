const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Places where a line may end: after a space (but not before a dash on its own), a zero width space or a soft hyphen,
 * and after a hyphen or slash between words. Numbers such as that of a ticket are not broken.
 */
const OPPORTUNITIES = /(?<= )(?=[^ ])(?![–—] )|(?<=[\u200b\u00ad])(?=[^ ])|(?<=\p{L}{2}[-–/])(?=\p{L}{2})/u;

type Measure = (text: string) => number;

const visible = (text: string): string => text.replace(/[\u00ad\u200b]/gu, '');

function finished(line: string, last: boolean): string {
  const hyphenated = !last && line.endsWith('\u00ad');
  return visible(line) + (hyphenated ? '-' : '');
}

/** Breaks a word that is wider than the line between what a reader perceives as characters. */
function chopped(word: string, width: number, measure: Measure): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    const advance = measure(segment);
    if (piece !== '' && used + advance > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += segment;
    used += advance;
  }
  pieces.push(piece);
  return pieces;
}

function paragraphLines(text: string, width: number, measure: Measure): string[] {
  const words = text
    .split(OPPORTUNITIES)
    .flatMap((word) => (measure(visible(word).trimEnd()) > width ? chopped(word, width, measure) : [word]));
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of words) {
    const shown = visible(word);
    const hyphen = word.endsWith('\u00ad') ? measure('-') : 0;
    if (line !== '' && used + measure(shown.trimEnd()) + hyphen > width) {
      lines.push(finished(line, false));
      line = '';
      used = 0;
    }
    line += word;
    used += measure(shown);
  }
  lines.push(finished(line, true));
  return lines;
}

/**
 * Breaks text into lines that fit `width` points. Spaces stay at the end of their line, and a line that ends at a line
 * feed gets one, so that the joined lines read like the text. A soft hyphen or a zero width space is a place to break;
 * combining characters are never separated from their letter.
 */
export function breakLines(text: string, width: number, measure: Measure): string[] {
  const paragraphs = text.split('\n');
  return paragraphs.flatMap((paragraph, index) => {
    const lines = paragraphLines(paragraph, width, measure);
    const last = lines.pop() ?? '';
    return [...lines, index < paragraphs.length - 1 && !last.endsWith(' ') ? `${last} ` : last];
  });
}
