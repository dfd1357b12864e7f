import type { DescribedArrow, DescribedMachine } from '#machines/drawing/describe.ts';
import { machineWords } from '../machine-words.ts';
import { useReading } from '../reading-context.ts';
import { Source } from './source.tsx';

/** One arrow in a few lines. */
export function ArrowEntry({ machine, arrow }: { machine: DescribedMachine; arrow: DescribedArrow }) {
  const { t, locale } = useReading();
  const words = machineWords(machine, locale);
  const nameOf = (path: string) => (path === '' ? t('table.whole') : words.state(path));
  const guard = words.guard(arrow);
  const sentence = words.sentence(arrow);
  return (
    <>
      <p>
        <strong>{words.event(arrow)}</strong>
        {guard !== null && ` [${guard}]`}
        {': '}
        {nameOf(arrow.from)} → {arrow.to.length > 0 ? arrow.to.map(nameOf).join(', ') : t('table.stays')}
      </p>
      {sentence !== null && (
        <p>
          {arrow.rule !== null && <code>{arrow.rule}</code>} {sentence} <Source source={arrow.source} />
        </p>
      )}
      <p className="ws-quiet">
        <code>{arrow.id}</code>
      </p>
    </>
  );
}
