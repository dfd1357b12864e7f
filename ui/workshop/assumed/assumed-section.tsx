import { machineWords } from '../machine-words.ts';
import { workflows } from '../machines.ts';
import { useReading } from '../reading-context.ts';
import { assumedRules } from './assumed-rules.ts';
import { AssumedTable } from './assumed-table.tsx';
import { matches } from './matches.ts';

/** Every assumed rule of all workflows, to be found by words and confirmed on paper. */
export function AssumedSection() {
  const { t, locale, place, go } = useReading();
  const withRules = [...workflows.values()].filter((machine) => assumedRules(machine).length > 0);
  const query = place.q ?? '';
  const found = withRules
    .filter(({ name }) => place.workflow === undefined || name === place.workflow)
    .flatMap(assumedRules)
    .filter((rule) => matches(rule, query));
  const narrow = (change: Record<string, string>) =>
    go({ section: 'assumed', q: query, workflow: place.workflow ?? '', ...change }, { replace: true });
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
        <label>
          {t('table.workflow')}
          <select value={place.workflow ?? ''} onChange={({ target }) => narrow({ workflow: target.value })}>
            <option value="">{t('table.every')}</option>
            {withRules.map((machine) => (
              <option key={machine.name} value={machine.name}>
                {machineWords(machine, locale).title}
              </option>
            ))}
          </select>
        </label>
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
