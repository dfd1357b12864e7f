import { type LoginProviderId, loginProviderIds } from '#domain/login.ts';
import type { ContentFault } from '../types.ts';
import { type MarkdownPart, withoutComments } from './markdown-part.ts';

/** Comments of a Markdown file; one that fills its line goes with the line. */
const COMMENT = /^[ \t]*<!--([\s\S]*?)-->[ \t]*\r?\n|<!--([\s\S]*?)-->/gm;
/** Text that looks like a mark of this file, also when it is mistyped. */
const MEANT = /^\/?\s*(no\s+)?logins?\b/i;
const OPENS = /^(no )?login: ([a-z]+(?: [a-z]+)*)$/;

type Condition = { isAbsent: boolean; ids: readonly string[]; line: number };
/** Text between two marks, with the conditions that apply to it. */
type Piece = { text: string; under: readonly Condition[] };

/**
 * Parts of a text that show only where certain logins are configured (docs/content.md): between
 * `<!-- login: nkb sk -->` (one of them) or `<!-- no login: eid -->` (none of them) and `<!-- /login -->`.
 * @param logins those of this installation
 * @returns `shown` is the text for them; `whole` has all of it, in its lines, to be checked
 */
export function forLogins(
  { file, line, text }: MarkdownPart,
  logins: readonly LoginProviderId[],
): { shown: string; whole: string; faults: ContentFault[] } {
  const faults: ContentFault[] = [];
  const pieces: Piece[] = [];
  const open: Condition[] = [];
  let at = 0;
  let whole = '';
  const take = (end: number) => {
    const piece = text.slice(at, end);
    pieces.push({ text: piece, under: [...open] });
    whole += piece;
  };
  for (const found of text.matchAll(COMMENT)) {
    const [comment, alone, within = ''] = found;
    const mark = (alone ?? within).trim();
    if (!MEANT.test(mark)) continue;
    const here = line + text.slice(0, found.index).split('\n').length - 1;
    take(found.index);
    at = found.index + comment.length;
    if (alone !== undefined) whole += '\n';
    const reason = follow(mark, here, open);
    if (reason) faults.push({ file, line: here, reason });
  }
  take(text.length);
  for (const { line: begun } of open)
    faults.push({ file, line: begun, reason: 'there is no <!-- /login -->' });
  const textFor = (configured: readonly LoginProviderId[]) =>
    pieces
      .filter(({ under }) => under.every((condition) => holds(condition, configured)))
      .map(({ text: piece }) => piece)
      .join('');
  const emptyFor = subsets(loginProviderIds).find((some) => withoutComments(textFor(some)) === '');
  if (emptyFor && withoutComments(whole) !== '') {
    const which = emptyFor.length > 0 ? emptyFor.join(', ') : 'none';
    faults.push({ file, line, reason: `there is no text where the configured logins are: ${which}` });
  }
  return { shown: textFor(logins), whole, faults };
}

/** Opens or closes a part. @returns the fault of the mark */
function follow(mark: string, line: number, open: Condition[]): string | null {
  if (mark === '/login') return open.pop() ? null : 'there is no <!-- login: … --> before this';
  const [, no, names] = OPENS.exec(mark) ?? [];
  if (names === undefined) return 'expected <!-- login: … -->, <!-- no login: … --> or <!-- /login -->';
  const ids = names.split(' ');
  open.push({ isAbsent: no !== undefined, ids, line });
  const unknown = ids.find((id) => !loginProviderIds.some((known) => known === id));
  return unknown === undefined ? null : `"${unknown}" is not one of ${loginProviderIds.join(', ')}`;
}

const holds = ({ isAbsent, ids }: Condition, configured: readonly LoginProviderId[]): boolean =>
  configured.some((id) => ids.includes(id)) !== isAbsent;

const subsets = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_one, index) => bits & (1 << index)));
