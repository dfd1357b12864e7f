import { useState } from 'react';
import type { Locale } from '#domain/locale.ts';
import { useReading } from '../reading-context.ts';
import { textOf } from '../texts.ts';
import type { Fact, Facts } from './facts.ts';
import { readFact } from './try-event.ts';

/** The facts of a workflow, to be set. */
export function FactsForm({
  facts,
  values,
  onSet,
}: {
  facts: readonly Fact[];
  values: Facts;
  onSet: (name: string, value: Facts[string]) => void;
}) {
  const { t } = useReading();
  if (facts.length === 0) return null;
  return (
    <fieldset className="ws-facts">
      <legend>{t('whatIf.facts')}</legend>
      <div className="ws-filter">
        {facts.map((fact) => (
          <FactField key={fact.name} fact={fact} value={values[fact.name] ?? fact.initial} onSet={onSet} />
        ))}
      </div>
    </fieldset>
  );
}

/** Name of a choice; steps have theirs among the states of the submission. */
const choiceName = (fact: string, choice: string, locale: Locale): string =>
  textOf(locale)(
    fact === 'step' ? `workflow:submission.${choice}` : `workshop:whatIf.choice.${fact}.${choice}`,
  ) ?? choice;

function FactField({
  fact,
  value,
  onSet,
}: {
  fact: Fact;
  value: Facts[string];
  onSet: (name: string, value: Facts[string]) => void;
}) {
  const { locale } = useReading();
  const set = (text: string) => {
    const read = readFact(fact, text);
    if (read !== null) onSet(fact.name, read);
  };
  const name = textOf(locale)(`workshop:whatIf.fact.${fact.name}`) ?? fact.name;
  if (typeof value === 'boolean') {
    return (
      <label className="ws-check">
        <input type="checkbox" checked={value} onChange={({ target }) => onSet(fact.name, target.checked)} />
        {name}
      </label>
    );
  }
  if ('choices' in fact) {
    return (
      <label>
        {name}
        <select value={String(value)} onChange={({ target }) => set(target.value)}>
          {fact.choices.map((each) => (
            <option key={each} value={each}>
              {choiceName(fact.name, each, locale)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return <EuroField name={name} cents={Number(value)} onSet={(cents) => set(String(cents))} />;
}

/** An amount in euros; the field may be empty while somebody types. */
function EuroField({ name, cents, onSet }: { name: string; cents: number; onSet: (cents: number) => void }) {
  const [typed, setTyped] = useState(String(cents / 100));
  const isTyped = typed === '' || Math.round(Number(typed) * 100) === cents;
  return (
    <label>
      {name}
      <input
        type="number"
        min={0}
        max={99_999}
        step="any"
        value={isTyped ? typed : cents / 100}
        onChange={({ target }) => {
          setTyped(target.value);
          onSet(Math.round(target.valueAsNumber * 100));
        }}
      />
    </label>
  );
}
