import { coverageKinds } from '#contract/walked-parts.ts';
import type { Coverage, LedgerFile } from './shape.ts';

/** Common coverage of all tests of one machine in one layer. */
export type Walked = Omit<LedgerFile, 'test'> & { tests: string[] };

/** A part counts as missing, or as walked elsewhere, only if none of them has walked it. */
function joined(all: readonly Coverage[]): Coverage {
  const total = Math.max(...all.map((one) => one.total));
  const [first, ...others] = all.map(({ missing, elsewhere = {} }) => ({
    elsewhere,
    open: [...missing, ...Object.keys(elsewhere)],
  }));
  const open = first!.open.filter((name) => others.every((other) => other.open.includes(name)));
  const known = Object.assign({}, ...[...others, first!].map(({ elsewhere }) => elsewhere));
  const elsewhere = Object.fromEntries(open.flatMap((name) => (name in known ? [[name, known[name]]] : [])));
  return {
    total,
    covered: total - open.length,
    missing: open.filter((name) => !(name in known)),
    ...(Object.keys(elsewhere).length > 0 && { elsewhere }),
  };
}

function counted(all: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of all) {
    for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count;
  }
  return sum;
}

/** Adds up ledgers by machine and layer. */
export function sumOf(files: readonly LedgerFile[]): Walked[] {
  const groups = Map.groupBy(files, ({ machine, layer }) => `${machine} ${layer}`);
  return [...groups.values()].map((group) => {
    const [{ machine, layer }] = group as [LedgerFile];
    const coverage = Object.fromEntries(
      coverageKinds.flatMap((kind) => {
        const all = group.flatMap((file) => file.coverage[kind] ?? []);
        return all.length > 0 ? [[kind, joined(all)]] : [];
      }),
    ) as Walked['coverage'];
    return {
      machine,
      layer,
      tests: group.map(({ test }) => test),
      coverage,
      taken: counted(group.map(({ taken }) => taken)),
      seen: counted(group.map(({ seen }) => seen)),
      pathCount: group.reduce((sum, { pathCount }) => sum + pathCount, 0),
      paths: group.flatMap(({ paths }) => paths),
      pictures: group.flatMap(({ pictures }) => pictures),
    };
  });
}
