import { withSubject } from '../../subjects/index.ts';
import { describePath } from '../path.ts';
import { pathsBy, type Strategy, strategies, strategyWords } from '../strategies.ts';
import { type Command, machineOf } from './command.ts';

const kinds = strategies.map((name: Strategy) => `              ${name}: ${strategyWords[name]}`).join('\n');

/** All paths of a machine by a strategy. */
export const list: Command = {
  usage: `list --machine NAME [--strategy NAME] [--seed NUMBER]\n${kinds}`,
  run: (asked, print) => {
    const { strategy = 'tour', seed } = asked;
    const machine = machineOf(asked);
    if (strategy === 'random') print(`seed ${seed}`);
    withSubject(machine, (subject) => {
      const paths = pathsBy(subject, strategy, seed);
      for (const path of paths) print(`${describePath(subject, path).join('\n')}\n`);
      print(`${machine}: ${paths.length} paths by ${strategy}`);
    });
    return 0;
  },
};
