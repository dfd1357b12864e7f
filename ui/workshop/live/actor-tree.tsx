import { useWorkshop } from '../workshop-context.ts';
import { isOfOtherBuild, type LiveWords } from './live-words.ts';
import type { Standing } from './recording.ts';

/** Machines, also ended ones, and the calls that are running, below those that have started them. */
export function ActorTree({
  standings,
  words,
  windows,
  chosen,
  onChoose,
}: {
  standings: ReadonlyMap<string, Standing>;
  words: LiveWords;
  /** Windows that are open, with the page that they show; null in a file. */
  windows: ReadonlyMap<string, number> | null;
  chosen: string | null;
  onChoose: (key: string) => void;
}) {
  const { t } = useWorkshop();
  const all = [...standings.values()].filter(
    ({ actor, status }) => actor.drawing !== null || status === 'active',
  );
  const known = [...Map.groupBy(all, ({ actor }) => actor.window)];
  return (
    <nav aria-label={t('live.actors')} className="ws-actors">
      {known.map(([window, here]) => {
        const latest = Math.max(...here.map(({ actor }) => actor.page));
        const isOpen = windows === null || windows.has(window);
        const name = here[0] ? words.windowOf(here[0].actor) : '';
        return (
          <section key={window} aria-label={name}>
            <h2>
              {name} {!isOpen && <span className="ws-quiet">{t('live.windowLeft')}</span>}
            </h2>
            <Branch
              all={here.filter(({ actor }) => actor.page === latest)}
              parent={null}
              {...{ words, chosen, onChoose }}
            />
          </section>
        );
      })}
    </nav>
  );
}

function Branch({
  all,
  parent,
  words,
  chosen,
  onChoose,
}: {
  all: readonly Standing[];
  parent: string | null;
  words: LiveWords;
  chosen: string | null;
  onChoose: (key: string) => void;
}) {
  const { t } = useWorkshop();
  const isTop = ({ actor }: Standing) => !all.some((other) => other.actor.key === actor.parent);
  const here = all.filter((one) => (parent === null ? isTop(one) : one.actor.parent === parent));
  if (here.length === 0) return null;
  return (
    <ul>
      {here.map((standing) => {
        const { actor, status } = standing;
        const states = words.states(standing);
        return (
          <li key={actor.key} className={status === 'active' ? undefined : 'ws-ended'}>
            {actor.drawing === null ? (
              <span className="ws-quiet">{words.nameOf(actor)}</span>
            ) : (
              <button
                type="button"
                className="ws-actor"
                aria-current={actor.key === chosen ? 'true' : undefined}
                onClick={() => onChoose(actor.key)}
              >
                <strong>{words.nameOf(actor)}</strong>
                {states !== '' && <span className="ws-quiet">{states}</span>}
                {isOfOtherBuild(actor) && <span className="ws-assumed">{t('live.otherBuild')}</span>}
              </button>
            )}
            <Branch all={all} parent={actor.key} {...{ words, chosen, onChoose }} />
          </li>
        );
      })}
    </ul>
  );
}
