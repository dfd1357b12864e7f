import { useMemo } from 'react';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { DiagramViewer } from '../diagram/diagram-viewer.tsx';
import { Exports } from '../exports/exports.tsx';
import { find } from '../find/find.ts';
import { FindBox } from '../find/find-box.tsx';
import { FoundList } from '../find/found-list.tsx';
import { ReadingProvider, useReading } from '../reading-context.ts';
import { useWalked } from '../walked/use-walked.ts';
import { proofsIn } from '../walked/walked.ts';
import { WalkedSection } from '../walked/walked-section.tsx';
import { WorkflowView } from './workflow-view.tsx';

/** A workflow with a drawing to use: what is chosen and looked for is in the address. */
export function WorkflowPage({ machine }: { machine: DescribedMachine }) {
  const reading = useReading();
  const { t, place, go, locale } = reading;
  const walked = useWalked(machine.name);
  const proofs = useMemo(() => walked && new Map([[machine.name, proofsIn(walked)]]), [machine, walked]);
  const query = place.q ?? '';
  const found = useMemo(() => find([machine], query, locale), [machine, query, locale]);
  const parts = useMemo(() => new Set(found.flatMap((each) => each.parts)), [found]);
  return (
    <ReadingProvider value={{ ...reading, ...(proofs && { proofs }) }}>
      <WorkflowView
        machine={machine}
        walked={<WalkedSection machine={machine} walked={walked} />}
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
    </ReadingProvider>
  );
}
