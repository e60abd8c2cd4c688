/**
 * Caches the result of `load` while `stamp` stays the same. Concurrent readers share one load. A
 * load that started under an older stamp never replaces a newer result.
 *
 * @param stamp the current version of the data that `load` reads
 */
export function snapshotOf<T>(stamp: () => string, load: () => Promise<T>): () => Promise<T> {
  let kept: { stamp: string; turn: number; value: T } | null = null;
  let loading: { stamp: string; value: Promise<T> } | null = null;
  let turns = 0;

  return async () => {
    const now = stamp();
    if (kept?.stamp === now) {
      return kept.value;
    }
    if (loading?.stamp === now) {
      return loading.value;
    }
    const turn = ++turns;
    const value = load().then((loaded) => {
      if (!kept || kept.turn < turn) {
        kept = { stamp: now, turn, value: loaded };
      }
      return loaded;
    });
    const mine = { stamp: now, value };
    loading = mine;
    try {
      return await value;
    } finally {
      if (loading === mine) loading = null;
    }
  };
}
