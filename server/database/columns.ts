import type { ColumnType } from 'kysely';

/** A column with a default; may be omitted on insert. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** A column that may be null. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
