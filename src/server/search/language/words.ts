/** A word in a text: letters and digits, with hyphens, apostrophes or gender signs inside. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:[-‐‑'’*:_][\p{L}\p{N}\p{M}]+)*/gu;
const JOINTS = /[-‐‑'’*:_]/u;

/** Soft hyphens and zero-width characters, which would split words. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;

/**
 * Returns the words of a text in reading order, as written (Unicode form NFKC). A word with hyphens counts as its
 * parts and as one: `Kfz-Steuer` is `Kfz`, `Steuer` and `KfzSteuer`.
 */
export function wordsOf(text: string): string[] {
  const found = text.normalize('NFKC').replace(INVISIBLE, '').match(WORD) ?? [];
  const words: string[] = [];
  for (const word of found) {
    if (JOINTS.test(word)) words.push(...partsOf(word));
    else words.push(word);
  }
  return words;
}

function partsOf(word: string): string[] {
  const parts = word.split(JOINTS).filter((part) => part !== '');
  return parts.length > 1 ? [...parts, parts.join('')] : parts;
}

/** The text of an HTML fragment of the content. */
export function textOfHtml(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/&(amp|lt|gt|quot|nbsp|#39|#160);/g, ' ');
}
