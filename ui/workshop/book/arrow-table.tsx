import { Fragment } from 'react';
import type { DescribedArrow, DescribedMachine } from '#machines/drawing/describe.ts';
import { machineWords } from '../machine-words.ts';
import { useReading } from '../reading-context.ts';
import { Scroll } from '../scroll.tsx';
import { StateName } from '../state-name.tsx';
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
    <Scroll label={t('workflow.arrows')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('table.from')}</th>
            <th scope="col">{t('table.event')}</th>
            <th scope="col">{t('table.guard')}</th>
            <th scope="col">{t('table.to')}</th>
            {isRuled && <th scope="col">{t('table.rule')}</th>}
            {isRuled && <th scope="col">{t('table.sentence')}</th>}
            {isRuled && <th scope="col">{t('table.source')}</th>}
            {walked && <th scope="col">{t('proofs.column')}</th>}
          </tr>
        </thead>
        <tbody>
          {arrows.map((arrow) => (
            <tr key={arrow.id}>
              <th scope="row">
                <StateName machine={machine} path={arrow.from} />
              </th>
              <td>
                {words.event(arrow)}
                <code className="ws-technical">{arrow.event}</code>
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
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
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
