import { useSelector } from '@xstate/react';
import type { ComponentProps } from 'react';
import { selectIsLeaving } from '#machines/login/login.selectors.ts';
import { Button } from '#ui/kit/button.tsx';
import { useLoginActor } from './portal-context.tsx';
import { useLogIn } from './use-log-in.ts';

/** Leads to a login and back to this page. */
export function LoginButton({
  query,
  ...look
}: { query: Parameters<ReturnType<typeof useLogIn>>[0] } & Pick<
  ComponentProps<typeof Button>,
  'variant' | 'children'
>) {
  const logIn = useLogIn();
  const leaving = useSelector(useLoginActor(), selectIsLeaving);
  return <Button {...look} icon="account" busy={leaving} onClick={() => logIn(query)} />;
}
