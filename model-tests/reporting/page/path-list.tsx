import type { WalkedPath } from '../shape.ts';
import type { Walked } from '../sum.ts';
import { duration } from './parts.tsx';

function PathEntry({ path, layer, machine }: { path: WalkedPath; layer: string; machine: string }) {
  const { id, start, steps, outcome, message, durationMs, findings = [] } = path;
  return (
    <details open={outcome === 'failed'}>
      <summary>
        <code>{id}</code> {layer}, {start}: {steps.length} steps, {duration(durationMs)},{' '}
        <strong className={outcome === 'failed' ? 'partial' : 'whole'}>{outcome}</strong>
        {findings.length > 0 ? `, ${findings.length} findings` : ''}
      </summary>
      {message === undefined ? null : <pre>{message}</pre>}
      <ol>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a path does not change
          <li key={index}>
            {step.sentence}
            {step.refused ? `: refused, stays ${step.from}` : ` → ${step.to}`}
          </li>
        ))}
      </ol>
      {findings.length > 0 ? (
        <ul>
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      ) : null}
      <p>
        <code>{`npm run paths -- run ${id} --machine ${machine} --layer ${layer}`}</code>
      </p>
    </details>
  );
}

/** The paths of a machine: failed ones come first and are open. */
export function PathList({ walked }: { walked: readonly Walked[] }) {
  const paths = walked.flatMap(({ machine, layer, paths }) =>
    paths.map((path) => ({ machine, layer, path })),
  );
  const sorted = paths.toSorted(
    (a, b) => Number(b.path.outcome === 'failed') - Number(a.path.outcome === 'failed'),
  );
  return sorted.map(({ machine, layer, path }) => (
    <PathEntry key={`${layer} ${path.id} ${path.start}`} path={path} layer={layer} machine={machine} />
  ));
}
