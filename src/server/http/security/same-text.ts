import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that reveals nothing about them. */
export const sameText = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));

const hash = (text: string) => createHash('sha256').update(text).digest();
