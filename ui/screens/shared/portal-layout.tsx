import { type ReactNode, useEffect } from 'react';
import { type Locale, locales } from '#domain/locale.ts';
import { selectIsOver } from '#machines/session/session.selectors.ts';
import { PortalFrame } from '#ui/frame/portal-frame.tsx';
import { AccountBar } from './account-bar.tsx';
import { useDocumentHead } from './document-head.tsx';
import { useFrameProps } from './frame-props.ts';
import { LoginOutcomeAlert } from './login-outcome-alert.tsx';
import { usePortalTools, useSession } from './portal-context.tsx';
import { SessionBanner } from './session-banner.tsx';

/**
 * The default layout with the head of the document.
 * @param description one sentence for search engines
 * @param slugs addresses of a content page in each language, for the language switch
 */
export function PortalLayout({
  title,
  description,
  slugs,
  greets,
  children,
}: {
  title: string;
  description?: string | undefined;
  slugs?: Readonly<Record<Locale, string>>;
  /** The page shows by itself the logged-in person. */
  greets?: boolean;
  children: ReactNode;
}) {
  const frame = useFrameProps(slugs);
  const isOver = useSession(selectIsOver);
  const { pageShown } = usePortalTools();
  useEffect(() => pageShown?.(), [pageShown]);
  const [de, en] = locales.map((code) => frame.languages.find((it) => it.code === code)?.href);
  useDocumentHead({ title, description, alternates: de && en ? { de, en } : null });
  return (
    <PortalFrame {...frame} isOver={isOver} account={<AccountBar />} banner={<SessionBanner />}>
      <LoginOutcomeAlert greets={greets} />
      {children}
    </PortalFrame>
  );
}
