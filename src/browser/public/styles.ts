const laterStyles = (which: 'rules' | 'fonts'): Element | null =>
  document.querySelector(`noscript[data-styles="${which}"]`);

/**
 * Replaces the rules that the page was first painted with by all its rules, which contain them
 * (src/server/http/first-styles.ts); once. Without scripts they apply from the beginning.
 */
export function takeRules(): void {
  const all = laterStyles('rules');
  const first = document.querySelector('meta[name="build"] + style');
  if (all && first) first.outerHTML = all.textContent;
  all?.remove();
}

/**
 * Fetches the font of the page and only then declares it: a page that knows a font is loading is laid out twice.
 * Without the font, or in a browser that cannot do this, the page keeps the system font.
 */
export async function takeFonts(): Promise<void> {
  const faces = facesOf(laterStyles('fonts')?.textContent ?? '');
  try {
    await faces[0]?.load();
  } catch {
    return;
  }
  for (const face of faces) document.fonts.add(face);
}

function facesOf(style: string): FontFace[] {
  if (!('replaceSync' in CSSStyleSheet.prototype)) return [];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style.replace(/<[^>]*>/g, ''));
  return [...sheet.cssRules].map((rule) => {
    const { style } = rule as CSSFontFaceRule;
    const of = (name: string) => style.getPropertyValue(name);
    return new FontFace(of('font-family').replaceAll('"', ''), of('src'), {
      weight: of('font-weight'),
      unicodeRange: of('unicode-range'),
      display: 'swap',
    });
  });
}
