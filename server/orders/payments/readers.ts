import type { Statement } from '#shop/bank/statement/statement.ts';
import { readMailApart } from './mail-apart.ts';
import type { MailMessage } from './mail-message.ts';
import { readStatementFile } from './statement-file.ts';

/** How files and mails of strangers are read. */
export interface Readers {
  /** @throws ShopError statement_unreadable with one sentence */
  statement(bytes: Uint8Array): Promise<Statement>;
  /** @throws ShopError payload_too_large, validation */
  mail(raw: Buffer | string): Promise<MailMessage>;
}

/** Each in a process of its own, which takes a second to start. */
export const READERS_APART: Readers = { statement: readStatementFile, mail: readMailApart };
