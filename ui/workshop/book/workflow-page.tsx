import { useMemo } from 'react';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { DiagramViewer } from '../diagram/diagram-viewer.tsx';
import { Exports } from '../exports/exports.tsx';
import { find } from '../find/find.ts';
import { FindBox } from '../find/find-box.tsx';
import { FoundList } from '../find/found-list.tsx';
import { useReading } from '../reading-context.ts';
import { WorkflowView } from './workflow-view.tsx';

/** A workflow with a drawing to use: what is chosen and looked for is in the address. */
export function WorkflowPage({ machine }: { machine: DescribedMachine }) {
  const { t, place, go, locale } = useReading();
  const query = place.q ?? '';
  const found = useMemo(() => find([machine], query, locale), [machine, query, locale]);
  const parts = useMemo(() => new Set(found.flatMap((each) => each.parts)), [found]);
  return (
    <WorkflowView
      machine={machine}
      drawing={
        <>
          <FindBox label={t('find.inOne')} hint={t('find.hint')} />
          <div className={query === '' ? undefined : 'ws-beside'}>
            <DiagramViewer
              machine={machine}
              found={parts}
              at={place.at ?? ''}
              onAt={(at) => go({ ...place, at }, { replace: true })}
            />
            <FoundList found={found} query={query} />
          </div>
          <Exports machine={machine} />
        </>
      }
    />
  );
}
