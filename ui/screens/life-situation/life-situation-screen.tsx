import { useTranslation } from 'react-i18next';
import type { LifeSituationAnswer } from '#contract/content.ts';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { Breadcrumbs } from '../shared/breadcrumbs.tsx';
import { PlaceLine } from '../shared/chosen-place.tsx';
import { HelpBand } from '../shared/help-band.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';
import { ServiceList } from '../shared/service-list.tsx';

/** A life situation: what to do, step by step, and the services for it. */
export function LifeSituationScreen({ answer: { lifeSituation, steps } }: { answer: LifeSituationAnswer }) {
  const { t } = useTranslation('browse');
  const locale = useLocale();
  return (
    <PortalLayout title={lifeSituation.title} description={lifeSituation.teaser}>
      <Stack>
        <Breadcrumbs
          above={[{ href: `${hrefOf.home(locale)}#life-situations`, title: t('lifeSituation.all') }]}
          here={lifeSituation.title}
        />
        <Stack gap="small">
          <PageHeading>{lifeSituation.title}</PageHeading>
          <Lead>{lifeSituation.teaser}</Lead>
        </Stack>
        <PlaceLine />
        <ol className="sp-guide">
          {steps.map(({ title, text, services }) => (
            <li key={title} className="sp-guide__step">
              <SectionHeading>{title}</SectionHeading>
              <p className="sp-measure">{text}</p>
              {services.length > 0 && <ServiceList services={services} />}
            </li>
          ))}
        </ol>
        <HelpBand />
      </Stack>
    </PortalLayout>
  );
}
