import type { ReactNode } from 'react';
import { PortalFrame } from '#ui/frame/portal-frame.tsx';
import { AccountBar } from './account-bar.tsx';
import { useFrameProps } from './frame-props.ts';
import { usePageTitle } from './page-title.ts';

/** The default layout with the window's title. */
export function PortalLayout({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <PortalFrame {...useFrameProps()} account={<AccountBar />}>
      {children}
    </PortalFrame>
  );
}
