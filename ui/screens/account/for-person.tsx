import type { ReactNode } from 'react';
import { selectViewer } from '#machines/portal/portal.selectors.ts';
import { usePortal } from '../shared/portal-context.tsx';
import { Recognising } from './recognising.tsx';
import { SignedOut } from './signed-out.tsx';

/**
 * A part of a page that only a logged-in person has; everybody else is told how to get there.
 * @param children the part; undefined as long as there is none
 */
export function ForPerson({ children }: { children: ReactNode }) {
  const viewer = usePortal(selectViewer);
  if (children) return children;
  return viewer === 'unknown' ? <Recognising /> : <SignedOut anonymous={viewer === 'anonymous'} />;
}
