import { expect, it } from 'vitest';
import type { EventObject } from 'xstate';
import type { Arrow } from '#machines/drawing/arrows.ts';
import { tellArrows } from './commands/diff.ts';
import { waysOver } from './new-arrows.ts';
import { acceptedStep, type Path } from './path.ts';

const arrow = (id: string, rule: string | null): Arrow => ({ id, rule, from: 'a', event: 'go', to: ['b'] });
const [fresh, other] = [arrow('a go', 'PROC-98'), arrow('b go', null)];

/** A path that takes these arrows, one a step. */
function pathOver(id: string, ...arrows: Arrow[]): Path<EventObject> {
  const node = { key: 'a', state: 'a' } as never;
  const steps = arrows.map((it) =>
    acceptedStep({ event: { type: 'go' }, from: node, to: node, arrows: [it], outcomes: [] }),
  );
  return { id, machine: 'payment', start: 'new', steps };
}

const planned = {
  machine: { tour: [pathOver('1111111', other, fresh, other)], pairs: [pathOver('2222222', other, fresh)] },
  http: { tour: [pathOver('3333333', other)] },
};

it('finds the shortest path over an arrow in each layer, and says where there is none', () => {
  const [way] = waysOver(['PROC-98 a go'], planned);
  expect(way?.ways.machine?.id).toBe('2222222');
  expect(way?.ways.http).toBe(null);
  expect(way?.ways).not.toHaveProperty('browser');
});

it('takes of two equally long paths the one that is there first', () => {
  const [late, soon] = [pathOver('4444444', other, fresh), pathOver('5555555', fresh, other)];
  expect(waysOver(['PROC-98 a go'], { machine: { tour: [late, soon] } })[0]?.ways.machine?.id).toBe(
    '5555555',
  );
});

it('tells new arrows first, each with the command that walks it', () => {
  expect(tellArrows('payment', { added: ['PROC-98 a go'], removed: ['b gone'] }, planned)).toEqual([
    'payment: 1 arrow new, 1 gone',
    '+ PROC-98 a go',
    '  npm run paths -- run 2222222 --machine payment --layer machine (2 steps)',
    '  http: no path takes it; what happens there says model-tests/http/payment-paths.test.ts',
    '− b gone',
  ]);
  expect(tellArrows('payment', { added: [], removed: [] }, planned)).toEqual([]);
});
