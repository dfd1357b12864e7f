import type { ReactNode } from 'react';
import type { OtherWay as Way } from '#contract/shapes.ts';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';

/** A fee in words, and the link to another way to the same, if there is one. */
export function WithOtherWay({ way, children }: { way: Way | undefined; children: ReactNode }) {
  const locale = useLocale();
  return (
    <>
      {children}
      {way && <br />}
      {way && <Link href={hrefOf.service(locale, way.leiKaId)}>{way.text}</Link>}
    </>
  );
}
