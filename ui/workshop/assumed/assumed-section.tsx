import { Choice } from '../choice.tsx';
import { machineWords } from '../machine-words.ts';
import { workflows } from '../machines.ts';
import { useReading } from '../reading-context.ts';
import { assumedRules } from './assumed-rules.ts';
import { AssumedTable } from './assumed-table.tsx';
import { standingOf, standings } from './confirmation.tsx';
import { matches } from './matches.ts';
import { subjects } from './subjects.ts';

/** Every assumed rule of all workflows, to be found by words and confirmed on paper. */
export function AssumedSection() {
  const { t, locale, place, go, confirmedRules = [] } = useReading();
  const withRules = [...workflows.values()].filter((machine) => assumedRules(machine).length > 0);
  const query = place.q ?? '';
  const standingOfRule = (id: string) => standingOf(confirmedRules.find(({ rule }) => rule === id));
  const found = withRules
    .filter(({ name }) => place.workflow === undefined || name === place.workflow)
    .flatMap(assumedRules)
    .filter(({ subjects: about }) => !place.subject || about.some((subject) => subject === place.subject))
    .filter(({ id }) => !place.standing || standingOfRule(id) === place.standing)
    .filter((rule) => matches(rule, query));
  const narrow = (change: Record<string, string>) => go({ ...place, ...change }, { replace: true });
  return (
    <>
      <h1>{t('sections.assumed')}</h1>
      <p className="ws-intro">{t('assumed.intro')}</p>
      <search className="ws-filter">
        <label>
          {t('assumed.search')}
          <span className="ws-quiet">{t('assumed.searchHint')}</span>
          <input type="search" value={query} onChange={({ target }) => narrow({ q: target.value })} />
        </label>
        <Choice
          label={t('table.workflow')}
          every={t('table.every')}
          value={place.workflow}
          choices={withRules.map((machine) => [machine.name, machineWords(machine, locale).title])}
          onChoose={(workflow) => narrow({ workflow })}
        />
        <Choice
          label={t('assumed.subject')}
          every={t('assumed.everySubject')}
          value={place.subject}
          choices={subjects.map((subject) => [subject, t(`subjects.${subject}`)])}
          onChoose={(subject) => narrow({ subject })}
        />
        <Choice
          label={t('assumed.confirmation')}
          every={t('assumed.everyStanding')}
          value={place.standing}
          choices={standings.map((standing) => [standing, t(`assumed.standing.${standing}`)])}
          onChoose={(standing) => narrow({ standing })}
        />
        <button type="button" onClick={() => print()}>
          {t('assumed.print')}
        </button>
      </search>
      <p role="status">
        {found.length === 0 ? t('assumed.nothing') : t('assumed.found', { count: found.length })}
      </p>
      {found.length > 0 && <AssumedTable rules={found} />}
    </>
  );
}
