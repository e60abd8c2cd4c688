import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ServiceContext } from '../context.ts';
import { parts } from '../database/rows.ts';
import type { Env } from '../env.ts';
import { knownMails } from './mail.queries.ts';

/** Of `fileDelivery`; one that was not written to its end has the second ending. */
const MAIL_FILE = /\.eml(\.part)?$/;
const idOfFile = (name: string) => name.replace(MAIL_FILE, '');

/** The folder of the messages that become files, because the shop has no mail server. */
export function mailFolder({ dataDir }: Pick<Env, 'dataDir'>): string {
  return path.join(dataDir, 'mail');
}

/**
 * Deletes in the background the files of messages that are no longer in the outbox: of people who
 * were erased.
 */
export function forgetFiles({ database, env, log }: ServiceContext): void {
  const folder = mailFolder(env);
  const forget = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => MAIL_FILE.test(name));
    for (const chunk of parts(names)) {
      const known = await knownMails(database.db, chunk.map(idOfFile));
      for (const name of chunk) if (!known.has(idOfFile(name))) await rm(path.join(folder, name), { force: true });
    }
  };
  forget().catch((error) => log.warn({ err: error }, 'files of deleted mails could not be deleted'));
}
