import type { DescribedMachine, DescribedState } from '#machines/drawing/describe.ts';
import { type MachineWords, machineWords } from '../machine-words.ts';
import { useReading } from '../reading-context.ts';
import { Table } from '../table.tsx';
import type { WorkshopTexts } from '../texts.ts';
import { PartLink, PartRow } from './part-row.tsx';

/** Every state with its names in both languages. */
export function StateTable({ machine }: { machine: DescribedMachine }) {
  const { t, locale } = useReading();
  const names = { de: machineWords(machine, 'de'), en: machineWords(machine, 'en') };
  return (
    <Table
      label={t('workflow.states')}
      columns={[t('table.state'), t('table.german'), t('table.english'), t('table.what')]}
    >
      {machine.states.slice(1).map((state) => (
        <PartRow key={state.path} machine={machine} part={{ state: state.path }}>
          <th scope="row">
            <PartLink machine={machine} part={{ state: state.path }}>
              {state.path}
            </PartLink>
          </th>
          <td lang="de">{names.de.state(state.path)}</td>
          <td lang="en">{names.en.state(state.path)}</td>
          <td>{whatItIs(state, t, names[locale])}</td>
        </PartRow>
      ))}
    </Table>
  );
}

/** Further facts about a state: where it begins, what runs in it. */
export const whatItIs = (
  { kind, initial, calls }: DescribedState,
  t: WorkshopTexts,
  words: MachineWords,
): string =>
  [
    ...(kind === 'final' ? [t('table.final')] : []),
    ...(kind === 'parallel' ? [t('table.parallel')] : []),
    ...(initial === null ? [] : [t('table.begins', { state: words.state(initial) })]),
    ...(calls.length === 0 ? [] : [t('table.calls', { calls: calls.map(words.call).join(', ') })]),
  ].join('; ');
