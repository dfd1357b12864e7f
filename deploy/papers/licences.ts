import type { Part } from './parts.ts';

/** Licences that go with a product under the EUPL-1.2, for every library. */
const GOOD = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'EUPL-1.2',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/** Libraries whose licence was looked at by itself, with the licence it had then. */
const LOOKED_AT: Readonly<Record<string, string | null>> = {
  // Fonts, which are shipped unchanged.
  '@fontsource-variable/noto-sans': 'OFL-1.1',
  // The licence of the Eclipse Foundation, compatible by the appendix of the EUPL; shipped unchanged.
  elkjs: 'EPL-2.0 OR GPL-3.0-or-later',
  // A file of its own that anybody can replace.
  'libheif-js': 'LGPL-3.0',
  // MIT by its file LICENSE; its manifest names none.
  'png-js': null,
};

/** Returns those whose licence nobody has agreed to: an unknown one, none, or another than was looked at. */
export const unknownLicences = (parts: readonly Part[]): Part[] =>
  parts.filter(({ name, licence }) =>
    Object.hasOwn(LOOKED_AT, name) ? LOOKED_AT[name] !== licence : licence === null || !isGood(licence),
  );

/** Of several to choose from, one suffices; of several that hold together, each counts. */
const isGood = (expression: string): boolean =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => GOOD.includes(licence)));
