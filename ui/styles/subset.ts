/**
 * Takes from the KERN stylesheet only what this product uses: rules whose KERN classes all occur in our
 * sources, and custom properties that something kept refers to. The whole file is 340 KB, the part a tenth.
 */

type Rule = { prelude: string; body: string | Rule[] };

const GROUPING = /^@(media|supports|layer|container)/;
/** The product sets data-kern-theme="light" on <html>; the rules for a theme by the system setting are dead. */
const OTHER_THEME = /prefers-color-scheme|data-kern-theme=dark/;

/**
 * @param kern the text of `@kern-ux/native/dist/kern.css`
 * @param sources the texts of all components and stylesheets that may name a KERN class or property
 * @returns the reduced stylesheet, one rule a line
 */
export function subset(kern: string, sources: string[]): string {
  const text = sources.join('\n');
  const classes = new Set(text.match(/kern-[a-z][\w-]*/g) ?? []);
  const plain = kern.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@charset[^;]*;/, '');
  const rules = withMeasures(iconsDrawn(keepRules(parse(themed(withoutFallbacks(plain))), classes)));
  const properties = usedProperties(rules, text);
  return `${print(dropProperties(rules, properties)).join('\n')}\n`;
}

/**
 * KERN's components name a colour "of the layer they lie on" with a fixed one to fall back on. We have no
 * layers: without this the fixed colours would win, and no theme could change a button.
 */
function withoutFallbacks(css: string): string {
  const defined = new Set([...css.matchAll(/(--kern-[\w-]+)\s*:/g)].map(([, name]) => name));
  return css.replace(/var\((--kern-[\w-]+?)(-contextual)?\s*(?:,\s*[^(),]*)?\)/g, (whole, name: string) =>
    defined.has(name) ? `var(${name})` : whole,
  );
}

/** KERN's colours and radii that are those of the portal's theme (docs/themes.md), to its names for them. */
const THEMED: Record<string, string> = {
  'color-action-default': 'action',
  'color-action-on-default': 'on-primary',
  'color-action-focus-default': 'focus',
  'color-action-state-indicator-shade-hover': 'primary-hover',
  'color-action-state-indicator-shade-active': 'primary-active',
  'color-action-state-indicator-tint-hover-opacity': 'tint',
  'color-action-state-indicator-tint-active-opacity': 'tint',
  'color-layout-text-default': 'text',
  'color-layout-text-muted': 'muted',
  'color-layout-background-default': 'ground',
  'color-layout-background-hued': 'hued',
  'color-layout-background-default-surface': 'hued',
  'color-layout-layer-surface-contextual': 'hued',
  'color-layout-border': 'line-strong',
  'color-form-input-border': 'text',
  'color-decorative-border-default': 'line',
  'color-decorative-border-contextual': 'line',
  'metric-border-radius-small': 'radius-small',
  'metric-border-radius-default': 'radius',
  'metric-border-radius-large': 'radius-large',
};

const themed = (css: string): string =>
  css.replace(/var\(--kern-([\w-]+)(?:,\s*[^(),]*)?\)/g, (whole, name: string) =>
    THEMED[name] === undefined ? whole : `var(--sp-${THEMED[name]})`,
  );

/** Measures that no theme changes are written out where they stand: a tenth less to send. */
const MEASURE =
  /^--kern-(?:\d+$|metric-(?:space|dimension|border-width|baseline)|font-size|component|typography-(?:line-height|font-size|font-weight))/;

function withMeasures(rules: Rule[]): Rule[] {
  const values = new Map<string, Set<string>>();
  const collect = (list: Rule[]): void => {
    for (const { body } of list) {
      if (typeof body !== 'string') collect(body);
      else
        for (const line of declarations(body)) {
          const [name = '', value = ''] = line.split(/:(.*)/s);
          if (MEASURE.test(name)) values.set(name, (values.get(name) ?? new Set()).add(value.trim()));
        }
    }
  };
  collect(rules);
  const fixed = new Map(
    [...values].flatMap(([name, all]) => (all.size === 1 ? [[name, [...all][0] ?? '']] : [])),
  );
  const written = (body: string): string => {
    const next = body.replace(/var\((--kern-[\w-]+)\)/g, (whole, name: string) => fixed.get(name) ?? whole);
    return next === body ? body : written(next);
  };
  const write = (list: Rule[]): Rule[] =>
    list.map(({ prelude, body }) => ({
      prelude,
      body: typeof body === 'string' ? written(body) : write(body),
    }));
  return write(rules);
}

/**
 * Rules that colour icons: KERN shows them as masks of a coloured ground, here they are drawn (ui/kit/icon.tsx).
 * Where the system chooses the colours, base.css gives them that of their text.
 */
const iconsDrawn = (rules: Rule[]): Rule[] =>
  rules.flatMap(({ prelude, body }): Rule[] => {
    if (typeof body !== 'string') {
      const inner = prelude.includes('forced-colors') ? body.filter((one) => !isOfIcons(one)) : body;
      return inner.length > 0 ? [{ prelude, body: iconsDrawn(inner) }] : [];
    }
    if (prelude === '.kern-icon') return [{ prelude, body: `${body};fill:var(--sp-text)` }];
    return [
      { prelude, body: isOfIcons({ prelude, body }) ? body.replaceAll('background-color:', 'fill:') : body },
    ];
  });

const isOfIcons = ({ prelude }: Rule): boolean =>
  splitSelectors(prelude).every((one) => one.endsWith('.kern-icon'));

/**
 * The icons of the KERN stylesheet that are named, each a symbol to be shown by `<use href="#icon-name">`.
 * @param kern the text of `@kern-ux/native/dist/kern.css`
 * @throws when KERN has no such icon
 */
export const symbols = (kern: string, names: readonly string[]): string[] =>
  names.map((name) => {
    const rule = new RegExp(`\\.kern-icon--${name}\\s*\\{[^}]*mask:\\s*url\\("data:image/svg\\+xml,([^"]*)"`);
    const picture = decodeURIComponent(rule.exec(kern)?.[1] ?? '');
    const [, viewBox, content] = /viewBox='([^']*)'[^>]*>(.*)<\/svg>/.exec(picture) ?? [];
    if (!viewBox || !content) throw new Error(`KERN has no icon ${name}`);
    return `<symbol id="icon-${name}" viewBox="${viewBox}">${content.replaceAll("'", '"')}</symbol>`;
  });

function parse(css: string): Rule[] {
  const rules: Rule[] = [];
  let start = 0;
  for (let open = indexOutsideStrings(css, '{', 0); open >= 0; open = indexOutsideStrings(css, '{', start)) {
    const close = closingBrace(css, open);
    const prelude = css.slice(start, open).replace(/\s+/g, ' ').trim();
    const inner = css.slice(open + 1, close);
    rules.push({ prelude, body: GROUPING.test(prelude) ? parse(inner) : inner });
    start = close + 1;
  }
  return rules;
}

function indexOutsideStrings(css: string, wanted: string, from: number): number {
  let quote = '';
  for (let i = from; i < css.length; i++) {
    const char = css.charAt(i);
    if (quote) {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (wanted.includes(char)) return i;
  }
  return -1;
}

function closingBrace(css: string, open: number): number {
  let depth = 1;
  let at = open;
  while (depth > 0) {
    at = indexOutsideStrings(css, '{}', at + 1);
    if (at < 0) throw new Error(`No closing brace after ${css.slice(open - 40, open)}`);
    depth += css.charAt(at) === '{' ? 1 : -1;
  }
  return at;
}

function keepRules(rules: Rule[], classes: ReadonlySet<string>): Rule[] {
  return rules.flatMap(({ prelude, body }): Rule[] => {
    if (OTHER_THEME.test(prelude) && typeof body !== 'string') return [];
    if (typeof body !== 'string') {
      const kept = keepRules(body, classes);
      return kept.length > 0 ? [{ prelude, body: kept }] : [];
    }
    if (prelude.startsWith('@')) return [{ prelude, body }];
    const selectors = splitSelectors(prelude).filter((one) => isUsed(one, classes));
    return selectors.length > 0 ? [{ prelude: selectors.join(','), body }] : [];
  });
}

function splitSelectors(prelude: string): string[] {
  return prelude.split(/,(?![^(]*\))/).map((one) => one.trim());
}

function isUsed(selector: string, classes: ReadonlySet<string>): boolean {
  if (OTHER_THEME.test(selector)) return false;
  const named = selector.replace(/:not\([^)]*\)/g, '').match(/\.kern-[\w-]+/g) ?? [];
  return named.every((name) => classes.has(name.slice(1)));
}

function declarations(body: string): string[] {
  return body
    .split(/;(?=(?:[^"']|"[^"]*"|'[^']*')*$)/)
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter((one) => one !== '');
}

/** Properties that kept rules or our own sources refer to, and those that these refer to in turn. */
function usedProperties(rules: Rule[], text: string): Set<string> {
  const definitions = new Map<string, string[]>();
  const used = new Set<string>();
  const references = (value: string) => value.match(/--kern-[\w-]+/g) ?? [];
  const visit = (list: Rule[]): void => {
    for (const { body } of list) {
      if (typeof body !== 'string') visit(body);
      else
        for (const line of declarations(body)) {
          const [name = '', value = ''] = line.split(/:(.*)/s);
          if (!name.startsWith('--')) for (const one of references(value)) used.add(one);
          else definitions.set(name, [...(definitions.get(name) ?? []), value]);
        }
    }
  };
  visit(rules);
  for (const one of references(text)) used.add(one);
  // A Set visits what is added while it is iterated: this is the transitive closure.
  for (const name of used)
    for (const value of definitions.get(name) ?? []) for (const one of references(value)) used.add(one);
  return used;
}

function dropProperties(rules: Rule[], used: ReadonlySet<string>): Rule[] {
  return rules.flatMap(({ prelude, body }): Rule[] => {
    if (typeof body !== 'string') {
      const kept = dropProperties(body, used);
      return kept.length > 0 ? [{ prelude, body: kept }] : [];
    }
    if (prelude.startsWith('@keyframes')) return [{ prelude, body: body.replace(/\s+/g, ' ').trim() }];
    const kept = declarations(body).filter(
      (line) => !line.startsWith('--kern-') || used.has(line.slice(0, line.indexOf(':'))),
    );
    return kept.length > 0 ? [{ prelude, body: kept.join(';') }] : [];
  });
}

function print(rules: Rule[]): string[] {
  return rules.flatMap(({ prelude, body }) =>
    typeof body === 'string' ? [`${prelude}{${body}}`] : [`${prelude}{`, ...print(body), '}'],
  );
}
