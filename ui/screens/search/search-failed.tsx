import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/kit/problem.ts';
import { selectPlace } from '#machines/portal/portal.selectors.ts';
import { Alert } from '#ui/kit/alert.tsx';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { HelpBand } from '../shared/help-band.tsx';
import type { SearchQuery } from '../shared/paths.ts';
import { useHref, usePortal } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { problemText } from '../shared/problem-text.ts';
import { SearchBox } from '../shared/search-box.tsx';
import { Results } from './results.tsx';

/** Problems that the page names: the person can solve them, or must wait until they end. */
const TOLD = ['network', 'too-many-requests'];

/**
 * The search has failed: the query stays in its fields and can be repeated (spec section 8, search).
 * @param onRetry repeats the search within the page; without scripts the address is loaded again
 */
export function SearchFailed({
  asked,
  problem,
  onRetry,
}: {
  asked: SearchQuery;
  problem: Problem;
  onRetry: () => void;
}) {
  const { t } = useTranslation('search');
  const { t: errors } = useTranslation('errors');
  const href = useHref();
  const chosen = usePortal(selectPlace);
  const meansChosen = asked.place === undefined && (asked.area === undefined || asked.area === chosen?.key);
  const query = asked.q ?? '';
  return (
    <PortalLayout title={query === '' ? t('title') : t('titleOf', { query })}>
      <Stack>
        <PageHeading>{t('title')}</PageHeading>
        <SearchBox query={query} place={meansChosen ? chosen : null} placeText={asked.place ?? null} />
        <Results>
          <Alert tone="danger" live="assertive" title={errors('catalogue.search')}>
            {TOLD.includes(problem.code) && <p>{problemText(problem, errors)}</p>}
            <p>{t('failed.text')}</p>
            {problem.requestId !== undefined && (
              <p className="sp-muted">{errors('support', { id: problem.requestId })}</p>
            )}
          </Alert>
          <Actions>
            <LinkButton
              href={href}
              target="_self"
              icon="autorenew"
              onClick={(event) => {
                event.preventDefault();
                onRetry();
              }}
            >
              {t('failed.again')}
            </LinkButton>
          </Actions>
          <HelpBand />
        </Results>
      </Stack>
    </PortalLayout>
  );
}
