import postcss, { type AtRule, type ChildNode, type Declaration, type Root, type Rule } from 'postcss';

/** The product sets data-kern-theme="light" on <html>, and has the colours of dark pages from its theme. */
const OTHER_THEME = /prefers-color-scheme|data-kern-theme=dark/;

/**
 * Takes from the KERN style sheet only what this product uses: rules whose KERN classes all occur in our sources, and
 * custom properties that something kept refers to. The whole file is 340 KB, the part a tenth.
 * @param kern the text of `@kern-ux/native/dist/kern.css`
 * @param sources the texts of all components and style sheets that may name a KERN class or property
 * @returns the reduced style sheet, one rule per line
 */
export function subset(kern: string, sources: string[]): string {
  const text = sources.join('\n');
  const root = postcss.parse(themed(withoutFallbacks(kern)));
  root.walkComments((comment) => void comment.remove());
  root.walkAtRules('charset', (rule) => void rule.remove());
  root.walkAtRules(/^(media|supports|layer|container)$/, (group) => {
    if (OTHER_THEME.test(group.params)) group.remove();
  });
  keepRules(root, new Set(text.match(/kern-[a-z][\w-]*/g) ?? []));
  drawIcons(root);
  leaveToSystem(root);
  writeMeasures(root);
  dropProperties(root, usedProperties(root, text));
  return `${root.nodes.flatMap(linesOf).join('\n')}\n`;
}

/**
 * KERN's components take a colour "of the layer they lie on", with a fixed one as a fallback. We have no layers:
 * without this the fixed colours would win, and no theme could change a button.
 */
function withoutFallbacks(css: string): string {
  const defined = new Set([...css.matchAll(/(--kern-[\w-]+)\s*:/g)].map(([, name]) => name));
  return css.replace(/var\((--kern-[\w-]+?)(-contextual)?\s*(?:,\s*[^(),]*)?\)/g, (whole, name: string) =>
    defined.has(name) ? `var(${name})` : whole,
  );
}

/** KERN's colours and radii that come from the portal's theme (docs/themes.md), mapped to its names for them. */
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
  'color-feedback-danger': 'danger',
  'color-feedback-danger-background': 'danger-ground',
  'color-feedback-info': 'notice',
  'color-feedback-info-background': 'notice-ground',
  'color-feedback-success': 'success',
  'color-feedback-success-background': 'success-ground',
  'color-feedback-warning': 'warning',
  'color-feedback-warning-background': 'warning-ground',
  'color-decorative-border-default': 'line',
  'color-decorative-border-contextual': 'line',
  'metric-border-radius-small': 'radius-small',
  'metric-border-radius-default': 'radius',
  'metric-border-radius-large': 'radius-large',
};

const themed = (css: string): string =>
  css.replace(/var\(--kern-([\w-]+)(?:,[^()]*)?\)/g, (whole, name: string) =>
    THEMED[name] === undefined ? whole : `var(--sp-${THEMED[name]})`,
  );

/** Measures that no theme changes are inlined: a tenth less to send. */
const MEASURE =
  /^--kern-(?:\d+$|metric-(?:space|dimension|border-width|baseline)|font-size|component|typography-(?:line-height|font-size|font-weight))/;

function writeMeasures(root: Root): void {
  const values = new Map<string, Set<string>>();
  root.walkDecls(MEASURE, ({ prop, value }) => {
    values.set(prop, (values.get(prop) ?? new Set()).add(value));
  });
  const fixed = new Map(
    [...values].flatMap(([name, all]) => (all.size === 1 ? [[name, ...all]] : [])) as [string, string][],
  );
  const written = (value: string): string => {
    const next = value.replace(/var\((--kern-[\w-]+)\)/g, (whole, name: string) => fixed.get(name) ?? whole);
    return next === value ? value : written(next);
  };
  root.walkDecls((declaration) => {
    declaration.value = written(declaration.value);
  });
}

/**
 * Turns KERN's rules for masks into rules for drawn icons: KERN shows icons as masks over a coloured background, here
 * they are drawn (ui/kit/icon.tsx). Where the system chooses the colours, base.css gives them that of their text.
 */
function drawIcons(root: Root): void {
  root.walkRules((rule) => {
    if (!rule.selectors.every((one) => one.endsWith('.kern-icon'))) return;
    if (rule.selector === '.kern-icon') rule.append({ prop: 'fill', value: 'var(--sp-text)' });
    else if (isIn(rule, (group) => group.params.includes('forced-colors'))) rule.remove();
    else
      rule.walkDecls('background-color', (declaration) => {
        declaration.prop = 'fill';
      });
  });
}

/** KERN paints the arrow of a selection white in every contrast theme, and a light one has white fields. */
function leaveToSystem(root: Root): void {
  root.walkAtRules('media', (group) => {
    if (!group.params.includes('forced-colors')) return;
    group.walkDecls('background-color', (declaration) => {
      if (declaration.value === 'var(--kern-color-white)') declaration.value = 'CanvasText';
    });
  });
}

const isIn = ({ parent }: Rule, matches: (group: AtRule) => boolean): boolean =>
  parent?.type === 'atrule' && matches(parent as AtRule);

/**
 * The named icons of the KERN style sheet, each a symbol to be shown by `<use href="#icon-name">`.
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

/** Keeps selectors whose classes all occur; keyframes have none. */
function keepRules(root: Root, classes: ReadonlySet<string>): void {
  root.walkRules((rule) => {
    if (isIn(rule, ({ name }) => name === 'keyframes')) return;
    const used = rule.selectors.filter((one) => isUsed(one, classes));
    if (used.length > 0) rule.selector = used.join(',').replace(/\s+/g, ' ');
    else rule.remove();
  });
}

function isUsed(selector: string, classes: ReadonlySet<string>): boolean {
  if (OTHER_THEME.test(selector)) return false;
  const named = selector.replace(/:not\([^)]*\)/g, '').match(/\.kern-[\w-]+/g) ?? [];
  return named.every((name) => classes.has(name.slice(1)));
}

/** Properties that kept rules or our own sources refer to, and those that these refer to in turn. */
function usedProperties(root: Root, text: string): Set<string> {
  const referencesOf = (value: string) => value.match(/--kern-[\w-]+/g) ?? [];
  const definitions = new Map<string, string[]>();
  const used = new Set(referencesOf(text));
  root.walkDecls(({ prop, value, variable }) => {
    if (!variable) for (const one of referencesOf(value)) used.add(one);
    else definitions.set(prop, [...(definitions.get(prop) ?? []), value]);
  });
  // A Set also visits entries added during iteration: this is the transitive closure.
  for (const name of used)
    for (const value of definitions.get(name) ?? []) for (const one of referencesOf(value)) used.add(one);
  return used;
}

function dropProperties(root: Root, used: ReadonlySet<string>): void {
  root.walkDecls(/^--kern-/, (declaration) => {
    if (!used.has(declaration.prop)) declaration.remove();
  });
}

/** A rule is one line, a group of rules one more than its rules; an empty one is left out. */
function linesOf(node: ChildNode): string[] {
  if (node.type === 'rule') return lineOf(node.selector, node);
  if (node.type !== 'atrule') return [];
  const prelude = `@${node.name} ${node.params}`.trim();
  const nodes = node.nodes ?? [];
  if (nodes.every(({ type }) => type === 'decl')) return lineOf(prelude, node);
  const inner = nodes.flatMap(linesOf);
  if (node.name === 'keyframes') return [`${prelude}{${inner.join(' ')}}`];
  return inner.length > 0 ? [`${prelude}{`, ...inner, '}'] : [];
}

function lineOf(prelude: string, { nodes = [] }: AtRule | Rule): string[] {
  const declarations = nodes.filter((node): node is Declaration => node.type === 'decl');
  if (declarations.length === 0) return [];
  return [`${prelude}{${declarations.map((one) => one.toString().replace(/\s+/g, ' ')).join(';')}}`];
}
