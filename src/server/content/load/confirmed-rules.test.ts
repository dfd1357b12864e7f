import { describe, expect, it } from 'vitest';
import { loadConfirmedRules } from './confirmed-rules.ts';
import type { ContentFolder } from './folder.ts';

const WORDING = 'Money that does not pay the fee is put on record for the operator to refund.';
const confirmation = { by: 'Landesamt, Referat 3', on: '2026-11-20', wording: WORDING };

/** A folder with this one file, or without it. */
const folder = (text: string | null): ContentFolder => ({
  read: () => text ?? '',
  readBytes: () => new Uint8Array(),
  has: () => text !== null,
  missing: (file) => (text === null ? [{ file, line: 1, reason: 'the file is missing' }] : []),
  list: () => [],
});
const load = (confirmed: object) => loadConfirmedRules(folder(JSON.stringify({ confirmed }, null, 2)));

describe('confirmed rules', () => {
  it('are those of the file; none without one', () => {
    expect(loadConfirmedRules(folder(null))).toEqual({ confirmedRules: new Map(), faults: [] });
    const { confirmedRules, faults } = load({ 'PROC-08': confirmation });
    expect(faults).toEqual([]);
    expect(confirmedRules.get('PROC-08')).toEqual({
      rule: 'PROC-08',
      ...confirmation,
      isPresent: true,
      note: null,
    });
  });

  it('count no more when the rule is worded differently, and may be worded in German', () => {
    const isPresent = (wording: string) =>
      load({ 'PROC-08': { ...confirmation, wording } }).confirmedRules.get('PROC-08')?.isPresent;
    expect(isPresent('Money that does not pay the fee is kept.')).toBe(false);
    expect(
      isPresent('Geld, das keine Gebühr bezahlt, wird vermerkt, damit der Betreiber es erstattet.'),
    ).toBe(true);
  });

  it.each([
    ['a rule that does not exist', { 'PROC-99': confirmation }, /there is no rule PROC-99/],
    ['a rule of the specification', { 'PROC-01': confirmation }, /PROC-01 is a rule of the specification/],
    ['a day that does not exist', { 'PROC-08': { ...confirmation, on: '2026-02-30' } }, /./],
    ['nobody', { 'PROC-08': { ...confirmation, by: ' ' } }, /./],
    ['no wording', { 'PROC-08': { by: 'A', on: '2026-11-20' } }, /./],
  ])('are refused for %s, with the line', (_, confirmed, reason) => {
    const { faults } = load(confirmed);
    expect(faults).toEqual([
      { file: 'workflow-rules.json', line: expect.any(Number), reason: expect.stringMatching(reason) },
    ]);
    expect(faults[0]?.line).toBeGreaterThan(1);
  });
});
