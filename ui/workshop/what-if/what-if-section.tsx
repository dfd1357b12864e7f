import { useState } from 'react';
import { Address } from '../address.tsx';
import { DiagramViewer } from '../diagram/diagram-viewer.tsx';
import { eventIn } from '../live/live-words.ts';
import { machineWords } from '../machine-words.ts';
import { workflows } from '../machines.ts';
import { useReading } from '../reading-context.ts';
import { type Facts, isTried, type Tried, trials } from './facts.ts';
import { FactsForm } from './facts-form.tsx';
import { momentOf, placeOfMoment } from './moment-place.ts';
import { OutcomeTable } from './outcome-table.tsx';
import { type Moment, type Outcome, outcomesAt, tryEvent } from './try-event.ts';

/** A workflow of the server to try: in any state, for any facts, each event shows where it leads. Nothing is sent. */
export function WhatIfSection() {
  const { t, place, go } = useReading();
  const tried: Tried = isTried(place.workflow) ? place.workflow : 'process';
  return (
    <>
      <h1>{t('whatIf.heading')}</h1>
      <p className="ws-intro">{t('whatIf.intro')}</p>
      <Trying
        key={tried}
        tried={tried}
        moment={momentOf(tried, place)}
        onChange={(workflow, moment) => go(placeOfMoment(workflow, moment), { replace: true })}
      />
    </>
  );
}

function Trying({
  tried,
  moment,
  onChange,
}: {
  tried: Tried;
  moment: Moment;
  onChange: (tried: Tried, moment: Moment) => void;
}) {
  const { t, locale } = useReading();
  /** Events that have happened here, with the moment before each. */
  const [trail, setTrail] = useState<{ before: Moment; outcome: Outcome }[]>([]);
  const machine = workflows.get(tried);
  if (!machine) return null;
  const words = machineWords(machine, locale);
  const outcomes = outcomesAt(tried, moment);
  const last = trail.at(-1);
  const arrow = last?.outcome.arrow ?? null;
  const take = (outcome: Outcome) => {
    if (outcome.arrow === null) return;
    setTrail([...trail, { before: moment, outcome }]);
    onChange(tried, outcome.after);
  };
  const put = (change: Partial<Moment>) => {
    setTrail([]);
    onChange(tried, { ...moment, ...change });
  };
  const begin = (state: string) => put(momentOf(tried, { ...placeOfMoment(tried, moment), state }));
  return (
    <>
      <div className="ws-filter">
        <label>
          {t('table.workflow')}
          <select
            value={tried}
            onChange={({ target }) =>
              isTried(target.value) && onChange(target.value, momentOf(target.value, {}))
            }
          >
            {Object.keys(trials).map((name) => (
              <option key={name} value={name}>
                {workflowTitle(name, locale)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('whatIf.state')}
          <select value={moment.state} onChange={({ target }) => begin(target.value)}>
            {machine.states.slice(1).map(({ path }) => (
              <option key={path} value={path}>
                {words.state(path)}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          aria-disabled={last === undefined}
          onClick={() => {
            if (!last) return;
            setTrail(trail.slice(0, -1));
            onChange(tried, last.before);
          }}
        >
          {t('whatIf.back')}
        </button>
      </div>
      <FactsForm
        facts={trials[tried].facts}
        values={moment.facts}
        onSet={(name, value) => put({ facts: { ...moment.facts, [name]: value } as Facts })}
      />
      <p role="status">
        {t('live.now')} <strong>{words.state(moment.state)}</strong>
        {arrow !== null &&
          ` · ${t('whatIf.happened', { event: words.event(arrow), rule: arrow.rule ?? '' })}`}
      </p>
      <div className="ws-beside">
        <DiagramViewer
          machine={machine}
          active={new Set([moment.state])}
          taken={new Set(arrow === null ? [] : [arrow.id])}
          act={(part) => {
            const pressed = machine.arrows.find(
              ({ id, from }) => 'arrows' in part && part.arrows.includes(id) && from === moment.state,
            );
            return pressed
              ? { name: t('whatIf.happen'), take: () => take(tryEvent(tried, moment, eventIn(pressed.id))) }
              : 'state' in part && part.state !== moment.state
                ? { name: t('whatIf.begin'), take: () => begin(part.state) }
                : null;
          }}
        />
        <OutcomeTable machine={machine} outcomes={outcomes} onTake={take} />
      </div>
      <Address of={placeOfMoment(tried, moment)} />
    </>
  );
}

function workflowTitle(name: string, locale: Parameters<typeof machineWords>[1]): string {
  const machine = workflows.get(name);
  return machine ? machineWords(machine, locale).title : name;
}
