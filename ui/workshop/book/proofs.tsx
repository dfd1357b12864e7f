import { useReading } from '../reading-context.ts';

/** Number of paths that are named one by one; the command lists the others. */
const NAMED = 3;

/** The way to look at the paths that are named in the table; nothing where no run is known. */
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
