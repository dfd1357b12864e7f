import type { PageAnswer } from '#contract/content.ts';
import { PageHeading } from '#ui/kit/heading.tsx';
import { Html } from '#ui/kit/html.tsx';
import { Lead, Stack } from '#ui/kit/layout.tsx';
import { Breadcrumbs } from '../shared/breadcrumbs.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';

/** A content page: imprint, privacy, help and any other page of an administration. */
export function PageScreen({ page }: { page: PageAnswer }) {
  return (
    <PortalLayout title={page.title} description={page.teaser} slugs={page.slugs}>
      <Stack narrow>
        <Breadcrumbs here={page.title} />
        <PageHeading>{page.title}</PageHeading>
        {page.teaser && <Lead>{page.teaser}</Lead>}
        <Html html={page.html} />
      </Stack>
    </PortalLayout>
  );
}
