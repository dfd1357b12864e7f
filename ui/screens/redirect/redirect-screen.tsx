import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { type TrustLevel, trustLevels } from '#domain/trust-level.ts';
import { selectTold } from '#machines/accountLogout/accountLogout.selectors.ts';
import { selectReturning } from '#machines/portal/portal.selectors.ts';

import { OfficialBand } from '#ui/frame/portal-frame.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { useHandover } from '../handover/handover-actor.ts';
import { HandoverContent } from '../handover/handover-content.tsx';
import { useDocumentHead } from '../shared/document-head.tsx';
import { useAccountLogoutActor, useLocale, usePortal } from '../shared/portal-context.tsx';
import { useTheme } from '../shared/settings-context.tsx';
import { LoginHandOver } from './login-hand-over.tsx';
import { LoginLost } from './login-lost.tsx';
import { LoginReturn } from './login-return.tsx';
import { LogoutReturn } from './logout-return.tsx';
import { MayClose } from './may-close.tsx';
import { PaymentReturn } from './payment-return.tsx';
import { PaymentWait } from './payment-wait.tsx';

type Props = {
  /** Log in at this provider in this window, for another window of the portal that is waiting. */
  provider?: string;
  forceNew?: string;
  /** The level that the login must reach. */
  trustLevel?: string;
  /** The window that opened this one will send the payment provider's address. */
  wait?: string;
  /** Back from the login that this window was opened for. */
  done?: string;
  /** Back from a login of which this browser does not know where it began. */
  lost?: string;
};

/** The pages between portal, login and payment: no frame, only the name of the portal (spec section 2). */
export function RedirectScreen(props: Props) {
  const { t } = useTranslation('redirect');
  const { stateName } = useTheme();
  const locale = useLocale();
  useDocumentHead({ title: t('title') });
  return (
    <>
      <header>
        <OfficialBand state={stateName[locale]} />
      </header>
      <main id="main" className="sp-main sp-container" tabIndex={-1}>
        <Stack narrow>
          <Passage {...props} />
        </Stack>
      </main>
    </>
  );
}

const levelOf = (text: string | undefined): TrustLevel | undefined => trustLevels.find((it) => it === text);

function Passage({ provider, forceNew, trustLevel, wait, done, lost }: Props) {
  const returning = usePortal(selectReturning);
  const handover = useHandover();
  const told = useSelector(useAccountLogoutActor(), selectTold);
  if (returning) return <PaymentReturn returning={returning} />;
  if (handover) return <HandoverContent actor={handover} />;
  if (told === 'confirmed' || told === 'unconfirmed') return <LogoutReturn told={told} />;
  if (wait === 'payment') return <PaymentWait />;
  if (done === 'login') return <LoginReturn needed={levelOf(trustLevel)} />;
  if (lost === 'login') return <LoginLost />;
  if (provider !== undefined) {
    return <LoginHandOver provider={provider} forceNew={forceNew === 'true'} needed={levelOf(trustLevel)} />;
  }
  return <MayClose />;
}
