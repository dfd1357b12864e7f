import { useTranslation } from 'react-i18next';
import type { AuthorityView } from '#contract/shapes.ts';
import type { LoginProviderId } from '#domain/login.ts';
import { AuthorityContact } from './authority-contact.tsx';
import { LoginGuide } from './login-guide.tsx';

/** Help where a login is needed: the ways to get an account, and the contact for people without one. */
export function GuideWithAuthority({
  accepted,
  authority,
}: {
  accepted: readonly LoginProviderId[];
  authority: AuthorityView;
}) {
  const { t } = useTranslation('guide');
  return (
    <LoginGuide accepted={accepted}>
      <p>{t('without.authority')}</p>
      <p>
        <strong>{authority.name}</strong>
      </p>
      <AuthorityContact authority={authority} isShort />
    </LoginGuide>
  );
}
