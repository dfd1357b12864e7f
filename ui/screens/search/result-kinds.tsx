import { useTranslation } from 'react-i18next';
import type { SearchAnswer } from '#contract/content.ts';
import { contentKinds } from '#contract/pages.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { hrefOf, toResults } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { queryOf } from './search-query.ts';

/**
 * Filters by kind with the number of hits. Unless chosen, a kind without hits is left out, and so is the one that
 * combines two others.
 */
export function ResultKinds({ answer }: { answer: SearchAnswer }) {
  const { t } = useTranslation('search');
  const locale = useLocale();
  const kinds = contentKinds.filter(
    (kind) => kind === answer.kind || (kind !== 'CMS_SERVICE' && (answer.counts[kind] ?? 0) > 0),
  );
  if (kinds.length < 2) return null;
  return (
    <nav aria-label={t('kinds.label')}>
      <ul className="sp-chips">
        {kinds.map((kind) => (
          <li key={kind}>
            <a
              className="sp-chip"
              href={toResults(hrefOf.search(locale, { ...queryOf(answer), kind }))}
              aria-current={kind === answer.kind ? 'true' : undefined}
            >
              {kind === answer.kind && <Icon name="check" size="small" />}
              {t(`kinds.${kind}`)} <span className="sp-chip__count">({answer.counts[kind] ?? 0})</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
