import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { selectReturned } from '#machines/accountLogout/accountLogout.selectors.ts';
import { type LandingScreen, selectLanding } from '#machines/portal/landing.selectors.ts';

import { OfficialBand } from '#ui/frame/portal-frame.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { useHandover } from '../handover/handover-actor.ts';
import { HandoverContent } from '../handover/handover-content.tsx';
import { FirstTitle } from '../shared/page-title.tsx';
import { useAccountLogoutActor, useLocale, usePortal } from '../shared/portal-context.tsx';
import { useTheme } from '../shared/settings-context.tsx';
import { LoginHandOver } from './login-hand-over.tsx';
import { LoginLost } from './login-lost.tsx';
import { LoginReturn } from './login-return.tsx';
import { LogoutReturn } from './logout-return.tsx';
import { MayClose } from './may-close.tsx';
import { PaymentReturn } from './payment-return.tsx';
import { PaymentWait } from './payment-wait.tsx';

/** The pages between portal, login and payment: no frame, only the name of the portal (spec section 2). */
export function RedirectScreen() {
  const { t } = useTranslation('redirect');
  const { stateName } = useTheme();
  const locale = useLocale();
  return (
    <>
      <header>
        <OfficialBand state={stateName[locale]} />
      </header>
      <FirstTitle>{t('title')}</FirstTitle>
      <main id="main" className="sp-main sp-container" tabIndex={-1}>
        <Stack narrow>
          <CurrentScreen />
        </Stack>
      </main>
    </>
  );
}

const screens: Record<LandingScreen, ComponentType> = {
  paymentReturn: PaymentReturn,
  handover: HandoverPassage,
  logoutReturn: LogoutReturn,
  payment: PaymentWait,
  login: LoginHandOver,
  loginReturn: LoginReturn,
  loginLost: LoginLost,
  nothing: MayClose,
};

function CurrentScreen() {
  const isBackFromLogout = useSelector(useAccountLogoutActor(), selectReturned) !== null;
  const Shown = screens[usePortal((snapshot) => selectLanding(snapshot, isBackFromLogout))];
  return <Shown />;
}

function HandoverPassage() {
  const actor = useHandover();
  return actor && <HandoverContent actor={actor} />;
}
