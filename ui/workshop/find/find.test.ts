import { describe, expect, it } from 'vitest';
import { workflows } from '../machines.ts';
import { find } from './find.ts';

const all = [...workflows.values()];
const names = (query: string, kind: string) =>
  find(all, query, 'en').flatMap((found) =>
    found.kind === kind ? [`${found.machine.name} ${found.rule ?? found.text}`] : [],
  );

describe('the search in all workflows', () => {
  it('finds states by their name in either language and by their technical name', () => {
    for (const query of ['Zahlung fehlgeschlagen', 'payment failed', 'PAYMENT_FAILURE']) {
      expect(names(query, 'state')).toContain('process Payment failed');
    }
  });

  it('finds an event once, with every arrow that it takes', () => {
    const [event, ...others] = find(all, 'draft.deleted', 'de').filter(
      ({ kind, machine }) => kind === 'event' && machine.name === 'process',
    );
    expect(others).toEqual([]);
    expect(event?.parts).toContain('EDITING draft.deleted');
    expect(event?.parts.length).toBeGreaterThan(3);
  });

  it('finds rules by their id, their sentence, and another form of a word', () => {
    expect(names('PROC-08', 'rule')).toEqual(['process PROC-08']);
    expect(names('Erstattung', 'rule')).toContain('process PROC-08');
    expect(names('refunded', 'rule')).toContain('refund REFUND-01');
  });

  it('finds nothing for no word, and less for more words', () => {
    expect(find(all, '  ', 'en')).toEqual([]);
    expect(find(all, 'refund proposed', 'en').length).toBeLessThan(find(all, 'refund', 'en').length);
    expect(find(all, 'xylophone', 'en')).toEqual([]);
  });
});
