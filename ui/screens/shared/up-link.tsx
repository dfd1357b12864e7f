import type { ReactNode } from 'react';
import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';

/** One level up: the list that this page belongs to. */
export function UpLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link quiet className="sp-up" href={href}>
      <Icon name="arrow-back" />
      {children}
    </Link>
  );
}
