import { expect, it } from 'vitest';
import * as z from 'zod';
import { envelopeIdOf } from './envelope.ts';

it("the envelope's id follows from the message's: the same each time, another for another message", () => {
  const id = envelopeIdOf('0b0a5e7c-63b2-4c8e-9f0a-1d2c3b4a5968');
  expect(id).toBe('19eeb2cc-3bbb-4a0c-a73e-9b57d111c5b7');
  expect(z.uuidv4().safeParse(id).success, 'the delivery service takes no other').toBe(true);
  expect(envelopeIdOf('1b0a5e7c-63b2-4c8e-9f0a-1d2c3b4a5968')).not.toBe(id);
});
