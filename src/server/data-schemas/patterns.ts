import { compile, type Pattern } from '#forms/rules/compiled-pattern.ts';
import { runs } from '#forms/rules/pattern.ts';
import { patternFault } from '#forms/schema/pattern-fault.ts';
import type { SchemaPattern } from './node.ts';

/** JSON Schema looks for a match anywhere in the text. */
export const jsonPattern = (written: string): SchemaPattern => {
  const isAtStart = written.startsWith('^') && !written.includes('|');
  return { source: isAtStart ? written : `[\\s\\S]*(?:${written})`, isWhole: false, written };
};

/** XML Schema compares whole texts; `^` and `$` are letters there. */
export const xmlPattern = (written: string): SchemaPattern => ({
  source: written.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[\^$]/g, (part) =>
    part.length === 1 ? `\\${part}` : part,
  ),
  isWhole: true,
  written,
});

/** Returns why a pattern is refused: it is none, or texts could keep the server busy with it (decision 63). */
export const faultOfPattern = ({ source }: SchemaPattern, maxLength = 0): string | null =>
  patternFault(source, maxLength);

const compiled = new Map<string, Pattern>();

/** Whether a text matches an accepted pattern, in time that grows with the text alone. */
export function matches({ source, isWhole }: SchemaPattern, text: string): boolean {
  let pattern = compiled.get(source);
  if (!pattern) {
    pattern = compile(source);
    compiled.set(source, pattern);
  }
  const { heads, begin } = pattern;
  return (
    heads.every((head) => runs(head.begin, text, false) === head.isWanted) &&
    runs(begin, text, isWhole) === true
  );
}
