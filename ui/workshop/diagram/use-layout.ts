import { useEffect, useState } from 'react';
import type { DescribedMachine } from '#machines/drawing/describe.ts';
import { diagramWords } from '../machine-words.ts';
import { useReading } from '../reading-context.ts';
import { layoutOf } from './layout.ts';
import type { Layout } from './layout-types.ts';

/** The drawing of a machine once it is laid out: null before, `failed` when it cannot be. The last one stays meanwhile. */
export function useLayout(machine: DescribedMachine, folded: ReadonlySet<string>): Layout | null | 'failed' {
  const { engine, locale } = useReading();
  const [layout, setLayout] = useState<Layout | null | 'failed'>(null);
  useEffect(() => {
    let isCurrent = true;
    layoutOf(engine, machine, diagramWords(machine, locale), folded).then(
      (made) => isCurrent && setLayout(made),
      () => isCurrent && setLayout('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [engine, machine, folded, locale]);
  return layout;
}
