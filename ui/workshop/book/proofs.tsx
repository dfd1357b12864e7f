import { useReading } from '../reading-context.ts';

/** What a test run has walked of a workflow without a fault. */
export type Proofs = {
  /** Ids of the paths that take an arrow, the shortest first, by the id of the arrow. */
  paths: ReadonlyMap<string, readonly string[]>;
  /** Address of what the report of that run says about the workflow; null where there is no report. */
  report: string | null;
};

/** Named one by one; the command lists the others. */
const NAMED = 3;

/** How to look at the paths that are named in the table; nothing where no run is known. */
export function ProofsNote({ machine }: { machine: string }) {
  const { t, proofs } = useReading();
  const own = proofs?.get(machine);
  if (!own) return null;
  return (
    <p>
      {t('proofs.intro')} <code>npm run paths -- show ID --machine {machine}</code>
      {own.report !== null && (
        <>
          {' · '}
          <a href={own.report}>{t('proofs.report')}</a>
        </>
      )}
    </p>
  );
}

/** The paths that take an arrow. */
export function ArrowProofs({ paths }: { paths: readonly string[] }) {
  const { t } = useReading();
  if (paths.length === 0) return t('proofs.none');
  return (
    <>
      {paths.slice(0, NAMED).map((id) => (
        <code key={id} className="ws-technical">
          {id}
        </code>
      ))}
      {paths.length > NAMED && t('proofs.more', { count: paths.length - NAMED })}
    </>
  );
}
