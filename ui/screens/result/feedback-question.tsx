import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/kit/button.tsx';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { hrefOf } from '../shared/paths.ts';
import { useLocale } from '../shared/portal-context.tsx';

/**
 * Asks how the application went. The page for the answer is a window of its own, so that this one, with the documents,
 * stays; its address names service and place, and nothing about the application.
 */
export function FeedbackQuestion({ leiKaId, area }: { leiKaId: string; area: string }) {
  const { t } = useTranslation('result');
  return (
    <Stack gap="small">
      <SectionHeading>{t('feedback.title')}</SectionHeading>
      <p>{t('feedback.text')}</p>
      <p>
        <LinkButton
          variant="secondary"
          href={hrefOf.feedback(useLocale(), { occasion: 'application', leiKaId, area })}
          target="_blank"
          icon="open-in-new"
          iconAtEnd
        >
          {t('feedback.give')}
        </LinkButton>
      </p>
    </Stack>
  );
}
