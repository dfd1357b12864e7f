import { type FormEvent, useMemo, useState } from 'react';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { useReading } from '../reading-context.ts';
import { useWalked } from '../walked/use-walked.ts';
import { type NamedPath, pathsOf } from '../walked/walked.ts';
import { nearestPath } from './compare-moves.ts';

/** Chooses a path of the last test run to compare with: the one most like the moves, or one by its id. */
export function PathChoice({
  machine,
  moves,
  onChoose,
}: {
  machine: DescribedMachine;
  moves: readonly string[];
  onChoose: (path: NamedPath) => void;
}) {
  const { t, testRun } = useReading();
  const walked = useWalked(machine.name);
  const paths = useMemo(
    () => (walked === null ? [] : pathsOf(walked).filter(({ arrows }) => arrows.length > 0)),
    [walked],
  );
  const [unknown, setUnknown] = useState<string | null>(null);
  if (!testRun) return null;
  if (paths.length === 0) return <p className="ws-quiet">{t('compare.noPaths')}</p>;
  const choose = (path: NamedPath | undefined, id: string) => {
    setUnknown(path ? null : id);
    if (path) onChoose(path);
  };
  const chooseTyped = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get('path') ?? '').trim();
    choose(
      paths.find((path) => path.id === id),
      id,
    );
  };
  return (
    <form className="ws-filter" onSubmit={chooseTyped}>
      <button type="button" onClick={() => choose(nearestPath(moves, paths), '')}>
        {t('compare.nearest')}
      </button>
      <label>
        {t('compare.path')}
        <input name="path" autoComplete="off" spellCheck={false} required maxLength={40} />
      </label>
      <button type="submit">{t('compare.withPath')}</button>
      <div role="alert" className="ws-wide">
        {unknown !== null && <p className="ws-fault">{t('compare.unknownPath', { id: unknown })}</p>}
      </div>
    </form>
  );
}
