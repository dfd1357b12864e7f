import { useTranslation } from 'react-i18next';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { HomeLink } from '../shared/page-links.tsx';
import { hrefOf, paths } from '../shared/paths.ts';
import { PlaceInput } from '../shared/place-picker.tsx';
import { useHref, useLocale, usePortalTools } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';

/** No application is offered without a place (spec section 1). */
export function PlaceNeededScreen() {
  const { t } = useTranslation(['start', 'common']);
  const locale = useLocale();
  const href = useHref();
  const { navigate } = usePortalTools();
  const leiKaId = new URLSearchParams(href.slice(href.indexOf('?'))).get('leiKaId');
  const known = href.startsWith(paths.process[locale]) && leiKaId !== null;
  const title = t(known ? 'placeNeeded.title' : 'placeNeeded.noServiceTitle');
  return (
    <PortalLayout title={title}>
      <Stack narrow>
        <PageHeading>{title}</PageHeading>
        <Lead>{t(known ? 'placeNeeded.text' : 'placeNeeded.noService')}</Lead>
        {known && leiKaId ? (
          <PlaceInput
            hint={t('common:place.hint')}
            onPicked={({ key }) => navigate(hrefOf.start(locale, leiKaId, key))}
          />
        ) : (
          <div>
            <HomeLink variant="primary" />
          </div>
        )}
      </Stack>
    </PortalLayout>
  );
}
