import { DiagramViewer } from '../diagram/diagram-viewer.tsx';
import { workflows } from '../machines.ts';
import { useReading } from '../reading-context.ts';
import { WorkflowList } from './workflow-list.tsx';
import { WorkflowView } from './workflow-view.tsx';

/** The book: all workflows, or the one that the address names. */
export function BookSection() {
  const { place, t } = useReading();
  if (place.workflow === undefined) return <WorkflowList />;
  const machine = workflows.get(place.workflow);
  if (machine)
    return (
      <WorkflowView key={machine.name} machine={machine} drawing={<DiagramViewer machine={machine} />} />
    );
  return (
    <>
      <p role="alert">{t('workflow.unknown')}</p>
      <WorkflowList />
    </>
  );
}
