import { expect, it } from 'vitest';
import { opaque } from './opaque.ts';

const ID = '0b5c9d1e-6f0e-4a52-9d3c-0a8f2c1d7e11';

it('an id for the browser can be compared, and says nothing', () => {
  expect(opaque(ID)).toBe(opaque(ID));
  expect(opaque(ID.replace('0b', '0c'))).not.toBe(opaque(ID));
  expect(opaque(ID)).toMatch(/^[\w-]{22}$/);
  expect(ID).not.toContain(opaque(ID).slice(0, 6));
});
