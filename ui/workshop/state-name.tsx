import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { machineWords } from './machine-words.ts';
import { useReading } from './reading-context.ts';

/** The title of a state, with its technical name where another state has the same title. */
export function StateName({ machine, path }: { machine: DescribedMachine; path: string }) {
  const { t, locale } = useReading();
  const words = machineWords(machine, locale);
  if (path === '') return t('table.whole');
  return (
    <>
      {words.state(path)}
      {words.isAmbiguous(path) && <code className="ws-technical">{path}</code>}
    </>
  );
}
