import { expect, it } from 'vitest';
import { trustLevels } from '#domain/trust-level.ts';
import { EIDAS_CLASSES, levelOfClass, STORK_CLASSES } from './trust-levels.ts';

it('the classes that are asked for are those of their levels', () => {
  for (const level of trustLevels) {
    expect(levelOfClass(STORK_CLASSES[level])).toBe(level);
    expect(levelOfClass(EIDAS_CLASSES[level])).toBe(level);
  }
});

it('what lies between two levels is the lower one, and what nobody knows is none', () => {
  expect(levelOfClass('STORK-QAA-Level-2')).toBe('low');
  expect(levelOfClass('urn:oasis:names:tc:SAML:2.0:ac:classes:Kerberos')).toBeNull();
  expect(levelOfClass('constructor')).toBeNull();
});
