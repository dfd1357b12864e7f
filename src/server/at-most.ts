/**
 * Limits the pieces of work of one kind in progress.
 * @param refusal returns the error for any further piece
 */
export function atMost(most: number, refusal: (kind: string) => Error) {
  const underWay = new Map<string, number>();
  return async <T>(kind: string, work: () => Promise<T>): Promise<T> => {
    const count = underWay.get(kind) ?? 0;
    if (count >= most) throw refusal(kind);
    underWay.set(kind, count + 1);
    try {
      return await work();
    } finally {
      underWay.set(kind, (underWay.get(kind) ?? 1) - 1);
    }
  };
}
