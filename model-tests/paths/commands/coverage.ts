import { readLedgerFiles } from '../../reporting/ledger-files.ts';
import { sumOf } from '../../reporting/sum.ts';
import type { Command } from './command.ts';

/** Coverage of the last test runs. */
export const coverage: Command = {
  usage: 'coverage [--machine NAME] [--layer machine|http|browser]',
  options: ['machine', 'layer'],
  run: ({ machine, layer }, print) => {
    const walked = sumOf(readLedgerFiles()).filter(
      (it) => it.machine === (machine ?? it.machine) && it.layer === (layer ?? it.layer),
    );
    for (const { machine: name, layer: where, coverage: kinds, pathCount } of walked) {
      const parts = Object.entries(kinds).map(([kind, { covered, total }]) => `${covered}/${total} ${kind}`);
      print(`${name} (${where}): ${[...parts, `${pathCount} paths`].join(', ')}`);
      for (const [kind, { missing }] of Object.entries(kinds)) {
        for (const missed of missing) print(`  missing ${kind}: ${missed}`);
      }
    }
    if (walked.length === 0) print('nothing yet: the tests of the paths write it when they run');
    return 0;
  },
};
