import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { Diagram } from '#ui/workshop/diagram/diagram.tsx';
import type { Weight } from '#ui/workshop/diagram/diagram-props.ts';
import type { Layout } from '#ui/workshop/diagram/layout-types.ts';
import type { Walked } from '../sum.ts';
import { PathList } from './path-list.tsx';
import { Pictures } from './pictures.tsx';

/** Frequency of each seen state and taken arrow in all layers, for the drawing. */
function weightsOf(machine: DescribedMachine, walked: readonly Walked[]): Map<string, Weight> {
  const counts = new Map<string, number>();
  for (const { taken, seen } of walked) {
    for (const [name, count] of [...Object.entries(taken), ...Object.entries(seen)]) {
      counts.set(name, (counts.get(name) ?? 0) + count);
    }
  }
  const arrows = machine.arrows.filter(({ isIgnored }) => !isIgnored).map(({ id }) => id);
  const most = Math.max(1, ...counts.values());
  // By order of magnitude: some arrows are taken a thousand times as often as others.
  const share = (count: number) => Math.log1p(count) / Math.log1p(most);
  return new Map(
    [...new Set([...arrows, ...counts.keys()])].map((id) => {
      const count = counts.get(id) ?? 0;
      return [id, { text: String(count), share: share(count) }];
    }),
  );
}

/** One workflow: its drawing with the coverage, missing parts, its paths, and pictures. */
export function MachineSection({
  machine,
  title,
  layout,
  walked,
}: {
  machine: DescribedMachine;
  title: string;
  layout: Layout;
  walked: readonly Walked[];
}) {
  const missing = walked.flatMap(({ layer, coverage }) =>
    Object.entries(coverage).flatMap(([kind, { missing: names }]) =>
      names.map((name) => `${layer}, ${kind}: ${name}`),
    ),
  );
  const elsewhere = walked.flatMap(({ layer, coverage }) =>
    Object.values(coverage).flatMap(({ elsewhere = {} }) =>
      Object.entries(elsewhere).map(([name, why]) => ({ name: `${layer}: ${name}`, why })),
    ),
  );
  return (
    <section id={machine.name} aria-labelledby={`${machine.name}-title`}>
      <h1 id={`${machine.name}-title`}>
        {title} <code>{machine.name}</code>
      </h1>
      {walked.length === 0 ? <p>Not walked in this run.</p> : null}
      {missing.length > 0 ? (
        <details>
          <summary className="partial">{missing.length} not covered</summary>
          <ul>
            {missing.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      ) : null}
      {elsewhere.length > 0 ? (
        <details>
          <summary>{elsewhere.length} walked by another test</summary>
          <ul>
            {elsewhere.map(({ name, why }) => (
              <li key={name}>
                {name} ({why})
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <div className="scroll">
        <Diagram
          layout={layout}
          label={`${title}: how often each state was seen and each arrow taken`}
          weights={weightsOf(machine, walked)}
        />
      </div>
      <Pictures shown={walked.flatMap((it) => it.pictures)} />
      <PathList walked={walked} />
    </section>
  );
}
