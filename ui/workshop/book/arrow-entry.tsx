import type { DescribedArrow, DescribedMachine } from '#machines/drawing/describe.ts';
import { machineWords } from '../machine-words.ts';
import { useReading } from '../reading-context.ts';
import { TechnicalName } from '../technical-name.tsx';
import { Source } from './source.tsx';

/** One arrow in a few lines, without its rule. */
export function ArrowEntry({ machine, arrow }: { machine: DescribedMachine; arrow: DescribedArrow }) {
  const { t, locale } = useReading();
  const words = machineWords(machine, locale);
  const nameOf = (path: string) => (path === '' ? t('table.whole') : words.state(path));
  const guard = words.guard(arrow);
  return (
    <>
      <p>
        <strong>{words.event(arrow)}</strong>
        {guard !== null && ` [${guard}]`}
        {': '}
        {nameOf(arrow.from)} → {arrow.to.length > 0 ? arrow.to.map(nameOf).join(', ') : t('table.stays')}
      </p>
      <p className="ws-quiet">
        <code>
          <TechnicalName>{arrow.id}</TechnicalName>
        </code>
      </p>
    </>
  );
}

/** The sentence of the rule by which an arrow is drawn. */
export function RuleSentence({
  machine,
  arrow,
}: {
  machine: DescribedMachine;
  arrow: DescribedArrow | undefined;
}) {
  const { locale } = useReading();
  if (!arrow?.rule) return null;
  return (
    <p>
      <code>{arrow.rule}</code> {machineWords(machine, locale).sentence(arrow)}{' '}
      <Source source={arrow.source} />
    </p>
  );
}
