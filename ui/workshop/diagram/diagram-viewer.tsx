import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { Details, type PartAct } from '../book/details.tsx';
import { machineWords } from '../machine-words.ts';
import { partName, partOf, statesOfPart } from '../part-address.ts';
import { useReading } from '../reading-context.ts';
import { Scroll } from '../scroll.tsx';
import { Diagram } from './diagram.tsx';
import type { DiagramProps, Selection } from './diagram-props.ts';
import { DiagramTools } from './diagram-tools.tsx';
import { compoundStates } from './folding.ts';
import { FullScreenButton } from './full-screen-button.tsx';
import { actOfKey } from './keys.ts';
import { Legend } from './legend.tsx';
import { Minimap } from './minimap.tsx';
import { type Part, partsOf } from './parts.ts';
import { useDrag } from './use-drag.ts';
import { useFolded } from './use-folded.ts';
import { useFollow } from './use-follow.ts';
import { useLayout } from './use-layout.ts';
import { useShown } from './use-shown.ts';
import { useZoom } from './use-zoom.ts';

/**
 * A drawing to read: it is laid out in a worker, can be zoomed, scrolled and folded, and reports the chosen part.
 * `active`, `taken`, `weights` and `found` are those of the drawing.
 */
export function DiagramViewer({
  machine,
  active,
  taken,
  weights,
  found,
  at,
  onAt,
  act,
}: {
  machine: DescribedMachine;
  /** Name of the chosen part (part-address.ts), where an address has it; otherwise the drawing remembers it. */
  at?: string;
  onAt?: (at: string) => void;
  /** Returns an act for a chosen part, besides reading about it; null for a part without one. */
  act?: (part: Selection) => PartAct | null;
} & Pick<DiagramProps, 'active' | 'taken' | 'weights' | 'found'>) {
  const { t, locale } = useReading();
  const words = machineWords(machine, locale);
  const [chosenFolds, setFolded] = useState<ReadonlySet<string> | null>(null);
  const [own, setOwn] = useState('');
  const selected = useMemo(() => partOf(machine, at ?? own), [machine, at, own]);
  const pressed = useRef<string | null>(null);
  const select = (part: Selection | null) => {
    pressed.current = part === null ? '' : partName(part);
    (onAt ?? setOwn)(pressed.current);
  };
  const [focused, focus] = useState<string | null>(null);
  const area = useRef<HTMLElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  // A part that was pressed is on the drawing already: nothing unfolds.
  const [linked, setLinked] = useState(at);
  if (at !== linked && at !== (pressed.current ?? undefined)) setLinked(at);
  const shown = useMemo(() => statesOfPart(machine, partOf(machine, linked)), [machine, linked]);
  const folded = useFolded(machine, active, shown, chosenFolds);
  const layout = useLayout(machine, folded);
  const drawn = layout === 'failed' ? null : layout;
  const zoom = useZoom(area, drawn?.width ?? 0, drawn?.height ?? 0);
  useDrag(area);
  const parts = useMemo(() => (drawn ? partsOf(drawn) : []), [drawn]);
  const isDrawn = drawn !== null;
  // A drawing that is wider than its place is read from its beginning.
  useEffect(() => {
    const element = area.current;
    const beginning = isDrawn && element?.querySelector('.dg-box--initial');
    if (!element || !beginning) return;
    const { left } = beginning.getBoundingClientRect();
    element.scrollLeft += left - element.getBoundingClientRect().left - element.clientWidth / 2;
  }, [isDrawn]);
  useFollow(area, drawn, active);
  useShown(area, drawn, selected);
  const fold = (path: string) =>
    setFolded(folded.has(path) ? without(folded, path) : new Set([...folded, path]));

  const moveTo = (part: Part) => {
    focus(part.id);
    area.current?.querySelector<SVGElement>(`[data-part="${CSS.escape(part.id)}"]`)?.focus();
  };
  const foldPart = ({ selection }: Part) => {
    if ('state' in selection && compoundStates(machine).includes(selection.state)) fold(selection.state);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = (event.target as Element).closest('[data-part]')?.getAttribute('data-part') ?? null;
    const act = actOfKey(event.key, parts, id);
    if (act === null) return;
    event.preventDefault();
    if (act.do === 'move') moveTo(act.to);
    else if (act.do === 'select') select(act.part.selection);
    else if (act.do === 'fold') foldPart(act.part);
    else if (act.do === 'unselect') select(null);
    else zoom[act.do]();
  };
  const first = parts.some(({ id }) => id === focused) ? focused : (parts[0]?.id ?? null);

  return (
    <div className="ws-drawing" ref={whole}>
      <DiagramTools
        zoom={zoom}
        isFolding={compoundStates(machine).length > 0}
        unfoldAll={() => setFolded(new Set())}
        foldAll={() => setFolded(new Set(compoundStates(machine)))}
      >
        <FullScreenButton of={whole} />
      </DiagramTools>
      <p id={`${machine.name}-keys`} className="ws-hidden">
        {t('workflow.pictureText')} {t('diagram.keys')}
      </p>
      <Scroll ref={area} className="ws-area" label={t('diagram.area')} onKeyDown={onKeyDown}>
        {layout === null && <p role="status">{t('workflow.laidOut')}</p>}
        {layout === 'failed' && <p role="alert">{t('workflow.failed')}</p>}
        {drawn && (
          <Diagram
            layout={drawn}
            label={t('workflow.pictureLabel', { title: words.title })}
            describedBy={`${machine.name}-keys`}
            scale={zoom.scale}
            selected={selected}
            onSelect={(selection) => {
              select(selection);
              focus('state' in selection ? selection.state : (selection.arrows[0] ?? null));
            }}
            onFold={fold}
            focused={first}
            {...(active && { active })}
            {...(taken && { taken })}
            {...(weights && { weights })}
            {...(found && { found })}
          />
        )}
      </Scroll>
      {drawn && <Minimap layout={drawn} area={area} scale={zoom.scale} />}
      <Details
        machine={machine}
        selected={selected}
        folded={folded}
        onFold={fold}
        onClose={() => select(null)}
        act={selected === null ? null : (act?.(selected) ?? null)}
      />
      <Legend />
    </div>
  );
}

const without = (paths: ReadonlySet<string>, path: string): ReadonlySet<string> =>
  new Set([...paths].filter((each) => each !== path));
