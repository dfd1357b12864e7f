/** A part of a template: text, a value to put there, a condition, a loop, or a named piece for others. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'value'; expression: string }
  | { kind: 'if' | 'with'; expression: string; then: Part[]; otherwise: Part[] }
  | { kind: 'range'; expression: string; names: string[]; each: Part[] }
  | { kind: 'define'; name: string; body: Part[] };

type Token = { text: string } | { action: string };

/**
 * Parses a template of Helm, in the small subset that the chart keeps to: `if` (with `else if`, `else`), `with`, `range`,
 * `define`, and values. White space is trimmed as in Go's text/template.
 * @throws Error for anything else
 */
export function parseTemplate(source: string): Part[] {
  const tokens = tokensOf(source);
  const parts = partsUntilEnd(tokens);
  if (tokens.length > 0) throw new Error(`without a beginning: ${JSON.stringify(tokens[0])}`);
  return parts;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let rest = source;
  for (;;) {
    const found = /\{\{(- )?(.*?)( -)?\}\}/s.exec(rest);
    if (!found) return [...tokens, { text: rest }];
    const [all, trimsBefore, action = '', trimsAfter] = found;
    const before = rest.slice(0, found.index);
    tokens.push({ text: trimsBefore ? before.trimEnd() : before }, { action: action.trim() });
    rest = rest.slice(found.index + all.length);
    if (trimsAfter) rest = rest.trimStart();
  }
}

/** Takes tokens away until the `end` or `else` that ends the block, which stays. */
function partsUntilEnd(tokens: Token[]): Part[] {
  const parts: Part[] = [];
  for (;;) {
    const [token] = tokens;
    if (token === undefined || ('action' in token && /^(end$|else\b)/.test(token.action))) return parts;
    tokens.shift();
    parts.push('text' in token ? { kind: 'text', text: token.text } : partOf(token.action, tokens));
  }
}

function partOf(action: string, tokens: Token[]): Part {
  const [, keyword, expression = ''] = /^(if|with|range|define) (.+)$/s.exec(action) ?? [];
  if (keyword === 'if' || keyword === 'with') return conditional(keyword, expression, tokens);
  if (keyword === 'range') {
    const [, key, value, of] = /^(\$\w+), (\$\w+) := (.+)$/.exec(expression) ?? [];
    const each = block(tokens);
    return { kind: 'range', expression: of ?? expression, names: key && value ? [key, value] : [], each };
  }
  if (keyword === 'define') return { kind: 'define', name: JSON.parse(expression), body: block(tokens) };
  if (/^(block|template|break|continue|\/\*|\$\w+ :?=)/.test(action)) throw new Error(`not known: ${action}`);
  return { kind: 'value', expression: action };
}

function block(tokens: Token[]): Part[] {
  const parts = partsUntilEnd(tokens);
  const end = tokens.shift();
  if (!end || !('action' in end) || end.action !== 'end') throw new Error('an end is missing');
  return parts;
}

function conditional(kind: 'if' | 'with', expression: string, tokens: Token[]): Part {
  const then = partsUntilEnd(tokens);
  const next = tokens.shift();
  if (!next || !('action' in next)) throw new Error(`an end is missing: ${kind} ${expression}`);
  if (next.action === 'end') return { kind, expression, then, otherwise: [] };
  if (next.action === 'else') return { kind, expression, then, otherwise: block(tokens) };
  const [, another] = /^else if (.+)$/.exec(next.action) ?? [];
  if (!another) throw new Error(`not known: ${next.action}`);
  return { kind, expression, then, otherwise: [conditional('if', another, tokens)] };
}
