import type { Import } from './imports.ts';

/** Import cycles, each as the imports along it. */
export function circlesOf(imports: readonly Import[]): Import[][] {
  const ofFile = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const circles: Import[][] = [];

  function follow(file: string, way: Import[]): void {
    for (const next of ofFile.get(file) ?? []) {
      const start = way.findIndex(({ from }) => from === next.to);
      if (start !== -1 || next.to === file) {
        circles.push([...way.slice(start === -1 ? way.length : start), next]);
      } else if (!done.has(next.to)) follow(next.to, [...way, next]);
    }
    done.add(file);
  }

  for (const file of ofFile.keys()) if (!done.has(file)) follow(file, []);
  return circles;
}
