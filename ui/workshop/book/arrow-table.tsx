import { Fragment } from 'react';
import type { DescribedArrow, DescribedMachine } from '#machines/drawing/describe.ts';
import { machineWords } from '../machine-words.ts';
import { useReading } from '../reading-context.ts';
import { StateName } from '../state-name.tsx';
import { Table } from '../table.tsx';
import { PartLink, PartRow } from './part-row.tsx';
import { ArrowProofs } from './proofs.tsx';
import { Source } from './source.tsx';

/** Arrows in words, in the order in which they are asked. */
export function ArrowTable({
  machine,
  arrows,
}: {
  machine: DescribedMachine;
  arrows: readonly DescribedArrow[];
}) {
  const { t, locale, proofs } = useReading();
  const words = machineWords(machine, locale);
  const walked = proofs?.get(machine.name)?.paths;
  const isRuled = arrows.some(({ rule }) => rule !== null);
  return (
    <Table
      label={t('workflow.arrows')}
      columns={[
        t('table.from'),
        t('table.event'),
        t('table.guard'),
        t('table.to'),
        ...(isRuled ? [t('table.rule'), t('table.sentence'), t('table.source')] : []),
        ...(walked ? [t('proofs.column')] : []),
      ]}
    >
      {arrows.map((arrow) => (
        <PartRow key={arrow.id} machine={machine} part={{ arrows: [arrow.id] }}>
          <th scope="row">
            <StateName machine={machine} path={arrow.from} />
          </th>
          <td>
            {words.event(arrow)}
            <PartLink machine={machine} part={{ arrows: [arrow.id] }}>
              {arrow.event}
            </PartLink>
          </td>
          <td>{words.guard(arrow)}</td>
          <td>
            <Target machine={machine} arrow={arrow} />
          </td>
          {isRuled && <td className="ws-rule">{arrow.rule}</td>}
          {isRuled && <td>{words.sentence(arrow)}</td>}
          {isRuled && (
            <td>
              <Source source={arrow.source} />
            </td>
          )}
          {walked && (
            <td>
              <ArrowProofs paths={walked.get(arrow.id) ?? []} />
            </td>
          )}
        </PartRow>
      ))}
    </Table>
  );
}

function Target({ machine, arrow: { to, isIgnored } }: { machine: DescribedMachine; arrow: DescribedArrow }) {
  const { t } = useReading();
  if (to.length === 0) return t(isIgnored ? 'table.ignored' : 'table.stays');
  return to.map((path, index) => (
    <Fragment key={path}>
      {index > 0 && ', '}
      <StateName machine={machine} path={path} />
    </Fragment>
  ));
}
