import type { DescribedMachine, DescribedState } from '#machines/drawing/describe.ts';
import { type MachineWords, machineWords } from '../machine-words.ts';
import { useReading } from '../reading-context.ts';
import { Scroll } from '../scroll.tsx';
import type { WorkshopTexts } from '../texts.ts';

/** Every state with its names in both languages. */
export function StateTable({ machine }: { machine: DescribedMachine }) {
  const { t, locale } = useReading();
  const names = { de: machineWords(machine, 'de'), en: machineWords(machine, 'en') };
  return (
    <Scroll label={t('workflow.states')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('table.state')}</th>
            <th scope="col">{t('table.german')}</th>
            <th scope="col">{t('table.english')}</th>
            <th scope="col">{t('table.what')}</th>
          </tr>
        </thead>
        <tbody>
          {machine.states.slice(1).map((state) => (
            <tr key={state.path} id={`state-${state.path}`}>
              <th scope="row">
                <code>{state.path}</code>
              </th>
              <td lang="de">{names.de.state(state.path)}</td>
              <td lang="en">{names.en.state(state.path)}</td>
              <td>{whatItIs(state, t, names[locale])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
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
