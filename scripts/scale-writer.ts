import type { Insertable } from 'kysely';
import type { Database } from '#server/database/connect.ts';
import { insertRows } from '#server/database/rows.ts';
import type { Tables } from '#server/database/schema.ts';

/** Inserts rows in batches, each in a separate transaction. */
export class Writer {
  private readonly database: Database;
  private readonly waiting = new Map<keyof Tables, object[]>();
  private count = 0;
  constructor(database: Database) {
    this.database = database;
  }

  add<Table extends keyof Tables>(table: Table, row: Insertable<Tables[Table]>): void {
    const rows = this.waiting.get(table) ?? [];
    rows.push(row);
    this.waiting.set(table, rows);
    this.count++;
  }

  /**
   * Call it only between complete records: tables are written in the order in which they were first
   * used.
   */
  async flushWhenFull(): Promise<void> {
    if (this.count >= 8_000) await this.flush();
  }

  async flush(): Promise<void> {
    await this.database.db.transaction().execute(async (trx) => {
      for (const [table, rows] of this.waiting) {
        // SQLite takes at most 32,766 parameters in a statement.
        const batch = Math.floor(20_000 / Object.keys(rows[0] ?? { none: 1 }).length);
        for (let from = 0; from < rows.length; from += batch) {
          await insertRows(trx, table, rows.slice(from, from + batch) as never);
        }
      }
    });
    this.waiting.clear();
    this.count = 0;
  }
}
