import { type ComponentType, lazy, Suspense } from 'react';
import { loadWithRetry } from './load-with-retry.ts';

/** A component whose code is loaded when it is shown. */
export const later = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => loadWithRetry(load).then((it) => ({ default: it })));

/** A part of a page whose code is loaded when it is shown; until then there is nothing in its place. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part: ComponentType<Props> = later(load);
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
