import { find } from '../find/find.ts';
import { FindBox } from '../find/find-box.tsx';
import { FoundList } from '../find/found-list.tsx';
import { workflows } from '../machines.ts';
import { useReading } from '../reading-context.ts';
import { WorkflowList } from './workflow-list.tsx';
import { WorkflowPage } from './workflow-page.tsx';

/** The book: all workflows, or the one that the address names; and what is found in them. */
export function BookSection() {
  const { place, t, locale } = useReading();
  const machine = place.workflow === undefined ? undefined : workflows.get(place.workflow);
  if (machine) return <WorkflowPage key={machine.name} machine={machine} />;
  const query = place.q ?? '';
  const all = [...workflows.values()];
  return (
    <>
      {place.workflow !== undefined && <p role="alert">{t('workflow.unknown')}</p>}
      <h1>{t('sections.book')}</h1>
      <FindBox label={t('find.inAll')} hint={t('find.hint')} />
      <FoundList found={find(all, query, locale)} query={query} />
      {query === '' && <WorkflowList />}
    </>
  );
}
