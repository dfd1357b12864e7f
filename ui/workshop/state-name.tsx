import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { machineWords } from './machine-words.ts';
import { useReading } from './reading-context.ts';

/** The title of a state. */
export function StateName({ machine, path }: { machine: DescribedMachine; path: string }) {
  const { t, locale } = useReading();
  return path === '' ? t('table.whole') : machineWords(machine, locale).state(path);
}
