import type { DescribedArrow, DescribedMachine } from '#machines/drawing/describe.ts';
import { Address } from '../address.tsx';
import type { Selection } from '../diagram/diagram-props.ts';
import { compoundStates } from '../diagram/folding.ts';
import { machineWords } from '../machine-words.ts';
import { placeOfPart } from '../part-address.ts';
import { useReading } from '../reading-context.ts';
import { TechnicalName } from '../technical-name.tsx';
import { ArrowEntry, RuleSentence } from './arrow-entry.tsx';
import { whatItIs } from './state-table.tsx';

/** Something that can be done with a part of a drawing. */
export type PartAct = { name: string; take: () => void };

/** The chosen part of a drawing, in words. */
export function Details({
  machine,
  selected,
  folded,
  onFold,
  onClose,
  act = null,
}: {
  machine: DescribedMachine;
  selected: Selection | null;
  folded: ReadonlySet<string>;
  onFold: (path: string) => void;
  onClose: () => void;
  act?: PartAct | null;
}) {
  const { t } = useReading();
  return (
    <section className="ws-details" aria-label={t('details.heading')} aria-live="polite">
      {selected === null ? (
        <p className="ws-quiet">{t('details.none')}</p>
      ) : (
        <>
          {'state' in selected ? (
            <StateDetails machine={machine} path={selected.state} folded={folded} onFold={onFold} />
          ) : (
            <>
              <h3>{t('details.arrow')}</h3>
              <Entries
                machine={machine}
                arrows={machine.arrows.filter(({ id }) => selected.arrows.includes(id))}
              />
            </>
          )}
          {act && (
            <button type="button" className="ws-act" onClick={act.take}>
              {act.name}
            </button>
          )}
          <Address of={placeOfPart(machine, selected)} />
          <button type="button" onClick={onClose}>
            {t('details.close')}
          </button>
        </>
      )}
    </section>
  );
}

/** Arrows, those of one rule below its sentence. */
function Entries({ machine, arrows }: { machine: DescribedMachine; arrows: readonly DescribedArrow[] }) {
  const byRule = [...Map.groupBy(arrows, ({ rule, id }) => rule ?? id).values()];
  return (
    <ul className="ws-entries">
      {byRule.map((same) => (
        <li key={same[0]?.id}>
          <RuleSentence machine={machine} arrow={same[0]} />
          {same.map((arrow) => (
            <ArrowEntry key={arrow.id} machine={machine} arrow={arrow} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function StateDetails({
  machine,
  path,
  folded,
  onFold,
}: {
  machine: DescribedMachine;
  path: string;
  folded: ReadonlySet<string>;
  onFold: (path: string) => void;
}) {
  const { t, locale } = useReading();
  const state = machine.states.find((each) => each.path === path);
  if (!state) return null;
  const words = machineWords(machine, locale);
  const title = words.state(path);
  const leads = machine.arrows.filter(({ from, isIgnored }) => from === path && !isIgnored);
  const arrives = machine.arrows.filter(({ from, to }) => from !== path && to.includes(path));
  return (
    <>
      <h3>
        {t('table.state')}: {title}
      </h3>
      <p className="ws-quiet">
        <code>
          <TechnicalName>{path}</TechnicalName>
        </code>
      </p>
      <p>{whatItIs(state, t, words)}</p>
      {compoundStates(machine).includes(path) && (
        <p>
          <button type="button" onClick={() => onFold(path)}>
            {t(folded.has(path) ? 'diagram.unfold' : 'diagram.fold', { title })}
          </button>
        </p>
      )}
      {leads.length > 0 && <h4>{t('details.leads')}</h4>}
      <Entries machine={machine} arrows={leads} />
      {arrives.length > 0 && <h4>{t('details.arrives')}</h4>}
      <Entries machine={machine} arrows={arrives} />
    </>
  );
}
