/** Red, green, blue from 0 to 255. */
type Rgb = readonly [number, number, number];

const rgbOf = (colour: string): Rgb => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/**
 * Mixes two colours.
 * @param share share of the second colour, from 0 to 1
 * @returns #rrggbb
 */
export function mix(one: string, other: string, share: number): string {
  const to = rgbOf(other);
  const mixed = rgbOf(one).map((from, channel) => Math.round(from + ((to[channel] ?? 0) - from) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance of an sRGB colour (WCAG 2.2): 0 is black, 1 is white. */
export function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours (WCAG 2.2, 1.4.3), from 1 to 21, whichever is lighter. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is further from the colour. */
export const opposite = (colour: string): string =>
  contrast(colour, '#000000') > contrast(colour, '#ffffff') ? '#000000' : '#ffffff';
