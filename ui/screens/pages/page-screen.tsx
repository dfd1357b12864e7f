import { useTranslation } from 'react-i18next';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Prose, Stack } from '#ui/kit/layout.tsx';
import { ErrorScreen } from '../errors/error-screen.tsx';
import { type PageKey, pageOfSlug } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';

/** The pages that the law asks for; every other slug is not found. */
export function PageScreen({ slug }: { slug: string }) {
  const key = pageOfSlug(useLocale(), slug);
  return key ? <LegalPage page={key} /> : <ErrorScreen code="page-not-found" />;
}

type Section = { heading?: string; text: string[] };

function LegalPage({ page }: { page: PageKey }) {
  const { t } = useTranslation('pages');
  const sections = t(`${page}.sections`, { returnObjects: true }) as Section[];
  return (
    <PortalLayout title={t(`${page}.title`)}>
      <Stack narrow>
        <PageHeading>{t(`${page}.title`)}</PageHeading>
        <Prose>
          {sections.map((section) => (
            <section key={section.heading ?? section.text[0]}>
              {section.heading !== undefined && <h2>{section.heading}</h2>}
              {section.text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </Prose>
      </Stack>
    </PortalLayout>
  );
}
