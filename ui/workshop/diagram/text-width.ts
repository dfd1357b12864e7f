/**
 * Advance widths of Noto Sans in thousandths of an em, by weight; every character that is not named is taken for wide.
 * A table instead of a canvas: the same drawing is laid out in the browser and for pages that are written as files, and
 * a text is drawn exactly as long as it was measured (`textLength`), whatever font a reader has.
 */
const WIDTHS: Record<Weight, Record<number, string>> = {
  400: {
    230: "'¸",
    250: '‚',
    260: ' ijl ìíîï',
    270: '!,.:;J¡·',
    280: '`´',
    300: '()',
    320: '-',
    330: '[]',
    340: 'IfÌÍÎÏ',
    350: '²³¹',
    360: 'tª“”',
    370: '/\\',
    380: '{}º•',
    410: '"r',
    420: '„',
    430: '?°¿',
    440: '_',
    470: 'z',
    480: 'csç',
    500: '¯–',
    510: 'vy§«»ýÿ',
    520: 'FL',
    530: 'kx',
    550: '*S|¦',
    560: 'ETaeÈÉÊËàáâãäåèéêë',
    570: '$+0123456789<=>YZ^~¢£¤¥¬±×Ý÷€',
    590: 'X',
    600: 'V',
    610: 'PoÞðòóôõöø',
    620: 'KRbdghnpquµñùúûüþ',
    630: 'CÇß',
    640: 'AÀÁÂÃÄÅ',
    650: '#B',
    660: '¶',
    730: '&DGUÐÙÚÛÜ',
    740: 'H',
    760: 'NÑ',
    780: 'OQÒÓÔÕÖØ',
    790: 'w…',
  },
  600: {
    250: "'¸",
    260: '  ',
    270: '‚',
    280: '!,.:;ijl¡·ìíîï',
    310: 'J',
    320: '()-',
    330: '[]`´',
    370: 'Ifª²³¹ÌÍÎÏ',
    380: 'º•',
    390: '{}',
    400: '/\\',
    410: 't“”',
    420: '_',
    430: 'r°',
    450: '"',
    460: '?¿',
    480: 'z„',
    490: 's',
    500: 'c§¯ç–',
    540: 'F',
    550: '*LSvy|¦ýÿ',
    560: 'ExÈÉÊË',
    570: '$+0123456789<=>T^~¢£¤¥«¬±»×÷€',
    580: 'Z',
    590: 'aekàáâãäåèéêë',
    600: 'YÝ',
    610: 'ø',
    620: 'PoÞðòóôõö',
    630: 'Vbdgpqþ',
    640: 'CRXhnuµÇñùúûü',
    650: '#K¶',
    660: 'B',
    670: 'AÀÁÂÃÄÅ',
    680: 'ß',
    730: 'DGÐ',
    740: '&',
    750: 'UÙÚÛÜ',
    760: 'H',
    790: 'NOQÑÒÓÔÕÖØ',
    830: 'w…',
  },
};
const WIDEST = 1000;

export type Weight = 400 | 600;

const byCharacter = (weight: Weight) =>
  new Map(
    Object.entries(WIDTHS[weight]).flatMap(([width, characters]) =>
      [...characters].map((character): [string, number] => [character, Number(width)]),
    ),
  );
const tables = { 400: byCharacter(400), 600: byCharacter(600) };

/** Width of a text in one line, in the unit of `size`. */
export function textWidth(text: string, size: number, weight: Weight = 400): number {
  let thousandths = 0;
  for (const character of text) thousandths += tables[weight].get(character) ?? WIDEST;
  return (thousandths * size) / 1000;
}
