import type { DrawnLink } from '#contract/content.ts';
import { Link } from '#ui/kit/link.tsx';
import { TopicIcon } from '#ui/kit/topic-icon.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';

/** All topic areas in a plain grid; the whole tile is the link. */
export function TopicGrid({ topics }: { topics: readonly DrawnLink[] }) {
  const locale = useLocale();
  return (
    <ul className="sp-tiles">
      {topics.map(({ id, title, teaser, drawing }) => (
        <li key={id} className="sp-tile">
          <TopicIcon drawing={drawing} />
          <div>
            <a className="sp-tile__link" href={hrefOf.topic(locale, id)}>
              {title}
            </a>
            <p>{teaser}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Life situations as cards. */
export function LifeSituationCards({ lifeSituations }: { lifeSituations: readonly DrawnLink[] }) {
  const locale = useLocale();
  return (
    <ul className="sp-situations">
      {lifeSituations.map(({ id, title, drawing }) => (
        <li key={id}>
          <Link className="sp-situation" href={hrefOf.lifeSituation(locale, id)}>
            <TopicIcon drawing={drawing} />
            <span>{title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
