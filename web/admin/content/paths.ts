/** Values inside of a page's content, by their path; nothing is ever changed in place. */

export type Path = readonly (string | number)[];

export function getAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string | number, unknown>)[key];
  }
  return current;
}

/** The value with another one at the path; `undefined` takes the key away. */
export function setAt<T>(value: T, path: Path, next: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return next as T;
  const inner = setAt((value as Record<string | number, unknown> | null | undefined)?.[key], rest, next);
  if (Array.isArray(value)) return value.with(Number(key), inner) as T;
  const { [key]: _, ...others } = (value ?? {}) as Record<string | number, unknown>;
  if (inner === undefined) return others as T;
  // The order of the keys stays: a change back to the stored words must be no change.
  return { ...(value as object), [key]: inner } as T;
}

export const nameOf = (path: Path): string => path.join('.');
