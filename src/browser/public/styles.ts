const laterStyles = (which: 'rules' | 'fonts'): Element | null =>
  document.querySelector(`noscript[data-styles="${which}"]`);

/**
 * Puts all rules of the page in the place of those that it was first painted with, which are a part of them
 * (src/server/http/first-styles.ts); once. Without script they are in force from the beginning.
 */
export function takeRules(): void {
  const all = laterStyles('rules');
  const first = document.querySelector('meta[name="build"] + style');
  if (all && first) first.outerHTML = all.textContent;
  all?.remove();
}

/**
 * Fetches the font of the page and then tells the page of it: a page that knows of a font on its way is laid out
 * twice. Without the font, or in a browser that cannot do this, the page stays with that of the system.
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
