/** A colour in OKLCH (CSS Color 4): lightness from 0 to 1, chroma from 0 to about 0.3, hue in radians. */
export type Oklch = { lightness: number; chroma: number; hue: number };

/** Reads #rrggbb. */
export function oklchOf(colour: string): Oklch {
  const value = Number.parseInt(colour.slice(1), 16);
  const [red = 0, green = 0, blue = 0] = [value >> 16, (value >> 8) & 255, value & 255].map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** Writes #rrggbb. A colour that no screen can show is clipped to what it can, as browsers do. */
export const hexOf = (colour: Oklch): string =>
  `#${linearOf(colour)
    .map((part) => Math.min(1, Math.max(0, part)))
    .map((part) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))
    .map((part) =>
      Math.round(255 * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Writes #rrggbb, with less chroma if no screen can show the colour: lightness and hue stay. */
export function shownHexOf({ lightness, chroma, hue }: Oklch): string {
  for (let shown = chroma; shown > 0; shown -= 0.005) {
    const colour = { lightness, chroma: shown, hue };
    if (linearOf(colour).every((part) => part >= -0.001 && part <= 1.001)) return hexOf(colour);
  }
  return hexOf({ lightness, chroma: 0, hue });
}

/** Red, green and blue as linear light; a screen shows 0 to 1. */
function linearOf({ lightness, chroma, hue }: Oklch): number[] {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
