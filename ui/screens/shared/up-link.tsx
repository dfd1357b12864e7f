import type { ReactNode } from 'react';
import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';

/** One step up: what this page is one of. */
export function UpLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link quiet className="sp-up" href={href}>
      <Icon name="arrow-back" />
      {children}
    </Link>
  );
}
