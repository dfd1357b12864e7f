import type { OtherWay as Way } from '#contract/shapes.ts';
import { Link } from '#ui/kit/link.tsx';
import { hrefOf } from './paths.ts';
import { useLocale } from './portal-context.tsx';

/** The link to another way to the same, for less or with another login. */
export function OtherWay({ way }: { way: Way }) {
  return <Link href={hrefOf.service(useLocale(), way.leiKaId)}>{way.text}</Link>;
}
