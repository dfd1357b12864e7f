import { useTranslation } from 'react-i18next';
import type { PageProblemCode } from '#domain/problem.ts';
import { selectPlace } from '#machines/portal/portal.selectors.ts';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { CustomerService } from '../shared/customer-service.tsx';
import { HomeLink } from '../shared/page-links.tsx';
import { usePortal } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { problemText } from '../shared/problem-text.ts';
import { SearchBox } from '../shared/search-box.tsx';

const TITLES = [
  'page-not-found',
  'service-not-found',
  'network',
  'overloaded',
  'database-unavailable',
] as const;

/**
 * The screen for an error that a page could not handle: 404, 410 of a service, anything else (spec section 2, error
 * screen).
 * @param code problem code, or page-not-found
 */
export function ErrorScreen({ code, requestId }: { code: PageProblemCode; requestId?: string | undefined }) {
  const { t } = useTranslation('errors');
  const place = usePortal(selectPlace);
  const kind = TITLES.find((it) => it === code) ?? 'internal';
  const title = t(`title.${kind}`);
  const canSearch = kind === 'page-not-found' || kind === 'service-not-found';
  return (
    <PortalLayout title={title}>
      <Stack>
        <PageHeading {...(kind === 'page-not-found' && { caption: '404' })}>{title}</PageHeading>
        <Prose>
          <p>{problemText({ code }, t)}</p>
          <p>{t(`next.${kind}`)}</p>
          {!canSearch && (
            <>
              <p>{t('reach')}</p>
              <CustomerService />
            </>
          )}
          {requestId !== undefined && <p className="sp-muted">{t('support', { id: requestId })}</p>}
        </Prose>
        {canSearch && <SearchBox place={place} />}
        <Actions>
          {!canSearch && (
            // A link with a target is not followed in the client: the browser loads the address again.
            <LinkButton href="" target="_self" icon="autorenew">
              {t('reload')}
            </LinkButton>
          )}
          <HomeLink />
        </Actions>
      </Stack>
    </PortalLayout>
  );
}
