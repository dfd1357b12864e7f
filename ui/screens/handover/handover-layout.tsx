import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApplicationFrame } from '#ui/frame/application-frame.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { useFrameProps } from '../shared/frame-props.ts';
import { LoginOutcomeAlert } from '../shared/login-outcome-alert.tsx';
import { FirstTitle } from '../shared/page-title.tsx';
import { SessionBanner } from '../shared/session-banner.tsx';

/** The minimal layout of a page between two portals. */
export function HandoverLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('handover');
  const frame = useFrameProps();
  return (
    <ApplicationFrame {...frame} service="" banner={<SessionBanner hasUnsaved={false} />}>
      <LoginOutcomeAlert entries greets />
      <FirstTitle>{t('title')}</FirstTitle>
      <Stack narrow>{children}</Stack>
    </ApplicationFrame>
  );
}
