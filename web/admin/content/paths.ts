/** Reads and replaces nested values of a page's content by path, without mutation. */

export type Path = readonly (string | number)[];

export function getAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string | number, unknown>)[key];
  }
  return current;
}

/** Returns a copy with `next` at the path; `undefined` removes the key. */
export function setAt<T>(value: T, path: Path, next: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return next as T;
  const inner = setAt((value as Record<string | number, unknown> | null | undefined)?.[key], rest, next);
  if (Array.isArray(value)) return value.with(Number(key), inner) as T;
  const { [key]: _, ...others } = (value ?? {}) as Record<string | number, unknown>;
  if (inner === undefined) return others as T;
  // Keeps the order of the keys, so that undoing a change by hand gives equal JSON.
  return { ...(value as object), [key]: inner } as T;
}

export const nameOf = (path: Path): string => path.join('.');
