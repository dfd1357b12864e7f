import { useTranslation } from 'react-i18next';
import type { ServiceAnswer } from '#contract/content.ts';
import { Actions, LinkButton } from '#ui/kit/button.tsx';
import { PageHeading, SectionHeading } from '#ui/kit/heading.tsx';
import { Lead, Prose, Stack } from '#ui/kit/layout.tsx';
import { AuthorityContact } from '../shared/authority-contact.tsx';
import { HelpBand } from '../shared/help-band.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useHref, useLocale } from '../shared/portal-context.tsx';
import { PortalLayout } from '../shared/portal-layout.tsx';

export type ScriptedScreen = 'process' | 'account' | 'redirect';

/**
 * Replaces a page that scripts render, for browsers that run none: the reason why nothing more is shown, the way to
 * continue with scripts, and the way without.
 * @param answer the service that the page is about, at its place; null when it is not known
 */
export function WithoutScriptScreen({
  screen,
  answer,
}: {
  screen: ScriptedScreen;
  answer: ServiceAnswer | null;
}) {
  const { t } = useTranslation('withoutScript');
  const locale = useLocale();
  const href = useHref();
  return (
    <PortalLayout title={t(`${screen}.title`)}>
      <Stack gap="large">
        <Stack narrow>
          <PageHeading {...(answer && { caption: answer.service.title })}>{t(`${screen}.title`)}</PageHeading>
          <Lead>{t(`${screen}.text`)}</Lead>
          <Prose>
            <h2>{t('how.title')}</h2>
            <ul>
              <li>{t('how.browser')}</li>
              <li>{t('how.other')}</li>
            </ul>
          </Prose>
          <Actions>
            <LinkButton href={href} icon="autorenew">
              {t('how.reload')}
            </LinkButton>
          </Actions>
        </Stack>
        {answer ? (
          <Elsewhere answer={answer} />
        ) : (
          screen !== 'redirect' && <Find href={hrefOf.search(locale)} />
        )}
        <HelpBand />
      </Stack>
    </PortalLayout>
  );
}

/** The way to the same service through its page and the authority responsible for it. */
function Elsewhere({ answer: { service, place, authority } }: { answer: ServiceAnswer }) {
  const { t } = useTranslation('withoutScript');
  const locale = useLocale();
  return (
    <Stack narrow>
      <SectionHeading>{t('without.title')}</SectionHeading>
      <p>{t(authority ? 'without.authority' : 'without.service')}</p>
      <Actions>
        <LinkButton
          variant="secondary"
          href={hrefOf.service(locale, service.leiKaId, place ? { area: place.key } : {})}
          icon="arrow-forward"
          iconAtEnd
        >
          {t('without.link')}
        </LinkButton>
      </Actions>
      {authority && <AuthorityContact authority={authority} />}
    </Stack>
  );
}

function Find({ href }: { href: string }) {
  const { t } = useTranslation('withoutScript');
  return (
    <Stack narrow>
      <SectionHeading>{t('without.title')}</SectionHeading>
      <p>{t('without.search')}</p>
      <Actions>
        <LinkButton variant="secondary" href={href} icon="search">
          {t('without.find')}
        </LinkButton>
      </Actions>
    </Stack>
  );
}
