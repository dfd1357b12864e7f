import type { Layer } from '../../reporting/shape.ts';
import { withSubject } from '../../subjects/index.ts';
import { arrowChange } from '../lock.ts';
import { waysOver } from '../new-arrows.ts';
import { describePath } from '../path.ts';
import { pathsOf, plannedPaths } from '../planned.ts';
import { pathsBy, type Strategy, strategies, strategyWords } from '../strategies.ts';
import { teller } from '../words.ts';
import { type Asked, CannotDo, type Command, machineOf } from './command.ts';
import { walkedLayer } from './find.ts';

const kinds = strategies.map((name: Strategy) => `              ${name}: ${strategyWords[name]}`).join('\n');

/** A path in lines of text. */
type Told = readonly string[];

/** The paths of a machine in a layer; on the machine itself by a strategy. */
export const list: Command = {
  usage:
    'list --machine NAME [--layer machine|http|browser] [--new]\n' +
    `  list --machine NAME [--strategy NAME] [--seed NUMBER]\n${kinds}`,
  options: ['machine', 'layer', 'new', 'strategy', 'seed'],
  run: async (asked, print) => {
    const machine = machineOf(asked);
    const layer = walkedLayer(machine, asked.layer ?? 'machine');
    if (asked.strategy && (layer !== 'machine' || asked.isNew)) {
      throw new CannotDo('--strategy chooses among all paths on the machine: leave out --layer and --new');
    }
    if (asked.strategy === 'random') print(`seed ${asked.seed}`);
    const isPlanned = layer !== 'machine' || asked.isNew;
    const told = isPlanned ? await plannedOnes(machine, layer, asked) : chosenOnes(machine, asked);
    for (const lines of told) print(`${lines.join('\n')}\n`);
    const how = isPlanned ? `(${layer})` : `by ${asked.strategy ?? 'tour'}`;
    print(`${machine}: ${told.length} paths ${asked.isNew ? 'over new arrows ' : ''}${how}`);
    return 0;
  },
};

const chosenOnes = (machine: string, { strategy = 'tour', seed }: Asked): Told[] =>
  withSubject(machine, (subject) =>
    pathsBy(subject, strategy, seed).map((path) => describePath(subject, path)),
  )!;

async function plannedOnes(machine: string, layer: Layer, { isNew }: Asked): Promise<Told[]> {
  const planned = (await plannedPaths([machine], layer)).get(machine)!;
  const found: readonly { id: string }[] = isNew
    ? waysOver(arrowChange(machine).added, planned).flatMap(({ ways }) => ways[layer] ?? [])
    : pathsOf(planned[layer]!);
  const ids = new Set(found.map(({ id }) => id));
  return pathsOf(planned[layer]!)
    .filter(({ id }) => ids.delete(id))
    .map(teller(machine, 'en'));
}
