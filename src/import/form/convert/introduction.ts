import { type Conversion, type Json, type Source, textOf } from './conversion.ts';
import { formHtml, htmlRefusal, plainText } from './html.ts';

/** Texts that explain a part of a form. */
const NAMES = ['description', 'tooltip', 'additionalDescriptionText'];

/**
 * The components of a part behind a text with what explains it, which a part has no other place for. A part without
 * components stays without.
 */
export function introduced({ json, path }: Source, components: Json[], conversion: Conversion): Json[] {
  if (components.length === 0) return [];
  const texts = NAMES.map((name) => textOf(json[name])).filter((text) => plainText(text) !== '');
  const html = texts.map(paragraph).join('');
  if (html === '') return components;
  const refusal = htmlRefusal(html);
  if (refusal) conversion.refuse(path, refusal);
  conversion.note([...path, 'description'], 'what explains the part is a text at its beginning');
  const key = conversion.freshKey(`${textOf(json.key) || 'part'}_text`);
  return [conversion.made({ type: 'content', key, label: 'Text', html }, path), ...components];
}

const paragraph = (text: string): string =>
  formHtml(/^\s*<(p|ul|ol|h[1-6]|div)\b/i.test(text) ? text : `<p>${text}</p>`);
