import type { Device } from '#contract/auth.ts';

/** Browsers in order, the first match counts: browsers also name those that they descend from. */
const browsers: readonly (readonly [RegExp, NonNullable<Device['browser']>])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, NonNullable<Device['system']>])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = <Name>(names: readonly (readonly [RegExp, Name])[], text: string): Name | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Returns a browser's name for itself, reduced to two words: versions and models are nobody's business. */
export const deviceOf = (userAgent = ''): Device => ({
  browser: firstOf(browsers, userAgent),
  system: firstOf(systems, userAgent),
});
