import type { LiveWords } from '../live/live-words.ts';
import { machineOf } from '../live/live-words.ts';
import type { Standing } from '../live/recording.ts';
import { leafPaths } from '../live/states-of.ts';
import { isTried } from '../what-if/facts.ts';
import { placeOfState } from '../what-if/moment-place.ts';
import { useWorkshop } from '../workshop-context.ts';
import { seenAt } from './seen.ts';

/** Id of the panel, for the way to it from a step that is far below. */
export const MOMENT = 'moment';

/** The moment of a replay: what the person saw, the states of all workflows, and what could happen then. */
export function MomentPanel({
  standings,
  words,
  onChoose,
}: {
  standings: ReadonlyMap<string, Standing>;
  words: LiveWords;
  /** Shows a workflow on its drawing. */
  onChoose: (key: string) => void;
}) {
  const { t, locale, hrefOf } = useWorkshop();
  const [heading, ...more] = seenAt(standings, locale);
  return (
    <section className="ws-moment" id={MOMENT} tabIndex={-1} aria-label={t('moment.heading')}>
      <h3>{t('moment.seen')}</h3>
      {heading === undefined ? (
        <p className="ws-quiet">{t('moment.nothing')}</p>
      ) : (
        <blockquote>
          <p>
            <strong>{heading}</strong>
          </p>
          {more.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </blockquote>
      )}
      <h3>{t('moment.states')}</h3>
      <ul className="ws-entries">
        {[...standings].map(([key, standing]) => {
          const { name } = standing.actor;
          const [state = ''] = leafPaths(standing.value);
          return (
            <li key={key}>
              <button type="button" className="ws-plain" onClick={() => onChoose(key)}>
                {words.nameOf(standing.actor)} {key.split(' ')[1] ?? ''}
              </button>
              : <strong>{words.states(standing)}</strong>{' '}
              {isTried(name) && machineOf(standing.actor) && (
                <a href={hrefOf(placeOfState(name, state))}>
                  {t('whatIf.link')} <span className="ws-hidden">{words.states(standing)}</span>
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
