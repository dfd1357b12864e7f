import type { FormEvent } from 'react';
import { AskedView } from '../operators/asked-view.tsx';
import { useAsked } from '../operators/use-asked.ts';
import { useWorkshop } from '../workshop-context.ts';
import { ApplicationReplay } from './application-replay.tsx';

/** An application by its number: its history on the drawings. */
export function ApplicationsSection() {
  const { t, place, go, api } = useWorkshop();
  const wanted = place.process ?? null;
  const { asked, again } = useAsked(wanted, () => api.getJournal({ query: { process: wanted ?? '' } }));
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const process = String(new FormData(event.currentTarget).get('process') ?? '').trim();
    if (process === wanted) again();
    else go({ section: 'applications', process });
  };
  return (
    <>
      <h1>{t('applications.heading')}</h1>
      <p className="ws-intro">{t('applications.intro')}</p>
      <search>
        <form className="ws-filter" onSubmit={search}>
          <label>
            {t('applications.number')}
            <input
              key={wanted}
              name="process"
              defaultValue={wanted ?? ''}
              maxLength={60}
              required
              autoComplete="off"
            />
          </label>
          <button type="submit">{t('operators.show')}</button>
        </form>
      </search>
      <AskedView asked={asked} again={again} notFound={t('applications.notFound')}>
        {(journal) => <ApplicationReplay key={journal.process} journal={journal} />}
      </AskedView>
    </>
  );
}
