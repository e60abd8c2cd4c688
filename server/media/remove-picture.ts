import { ShopError } from '#shop/errors.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { type Reader, transact } from '../database/transact.ts';
import * as queries from './media.queries.ts';
import type { PictureStore } from './picture-store.ts';
import { fileOf, settleFiles } from './settle-files.ts';

/**
 * Deletes a picture and its copies, or takes back one of several uploads of it: another form may be
 * about to save it.
 *
 * @param idOrName the upload's id, or the file name in its address
 * @throws ShopError upload_not_found, upload_in_use
 */
export async function removePicture(
  context: ServiceContext,
  store: PictureStore,
  idOrName: string,
  actor: Actor,
): Promise<void> {
  const { db } = context.database;
  const at = context.now();
  const { url } = await findUpload(db, idOrName);
  if (await queries.isShown(db, url)) throw new ShopError('upload_in_use');
  const after = await queries.readLines(db, url);
  const row = await transact(context, async ({ trx }) => {
    const found = await findUpload(trx, idOrName, 'for update');
    if (await queries.isShown(trx, found.url, after)) throw new ShopError('upload_in_use');
    if (found.times > 1) {
      await queries.countUpload(trx, found.id, -1);
      return null;
    }
    await queries.deleteUpload(trx, found.url);
    const before = { url: found.url, kind: found.kind };
    await writeAudit(trx, { at, actor, action: 'delete', entity: 'image', entityId: found.id, before });
    return found;
  });
  if (!row) return;
  // For a form that uploads it at this moment.
  const bytes = await store.get(fileOf(row.url)).catch(() => null);
  await settleFiles(db, store, row, bytes).catch((error: unknown) =>
    context.log.error({ err: error }, 'a deleted picture is still in the store'),
  );
}

/** @throws ShopError upload_not_found */
async function findUpload(reader: Reader, idOrName: string, lock?: 'for update') {
  const plain = /^[A-Za-z0-9_.-]{1,200}$/.test(idOrName);
  const found = plain
    ? ((await queries.readUpload(reader, { id: idOrName }, lock)) ??
      (await queries.readUpload(reader, { url: `/media/${idOrName}` }, lock)))
    : undefined;
  if (!found) throw new ShopError('upload_not_found');
  return found;
}
