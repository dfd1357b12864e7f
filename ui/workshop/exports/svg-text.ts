/** The drawing on the page as a file of its own: an SVG with the styles that it needs, in light colours. */
export function svgText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.removeAttribute('aria-describedby');
  for (const part of copy.querySelectorAll('[role], [tabindex]')) {
    for (const name of ['role', 'tabindex', 'aria-pressed']) part.removeAttribute(name);
  }
  for (const button of copy.querySelectorAll('.dg-fold')) button.remove();
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  style.textContent = rules
    .filter((rule) => rule instanceof CSSStyleRule && rule.selectorText.startsWith('.dg'))
    .map(({ cssText }) => cssText)
    .join('\n');
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}
