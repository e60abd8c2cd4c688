import type { ColumnType } from 'kysely';

/** A column with a default: may be left out when a row is written. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** A column that may be null. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
