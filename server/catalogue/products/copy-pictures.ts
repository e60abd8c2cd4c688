import type { Actor } from '#server/audit/audit.ts';
import type { Product } from '#shop/catalogue/catalogue.ts';
import type { CopiedPictures, LinkedPictures } from '#shop/catalogue/product-admin.ts';
import { isShopError } from '#shop/errors.ts';
import { isLinkedPicture } from '#shop/media/pictures.ts';

/** The products with pictures of other sites, in the shop's own order. */
export function linkedPictures(products: readonly Product[]): LinkedPictures[] {
  return products.flatMap(({ id, name, images }) => {
    const urls = images.map(({ url }) => url).filter(isLinkedPicture);
    return urls.length > 0 ? [{ id, name, urls }] : [];
  });
}

export interface PictureCopies {
  /**
   * Fetches a picture of another site and stores it. @returns its address in this shop
   *
   * @throws ShopError upload_invalid with the reason for the owner
   */
  copy(url: string, actor: Actor): Promise<string>;
  /** See `replacePictures` of product-writes.ts. */
  replace(id: string, copies: ReadonlyMap<string, string>, actor: Actor): Promise<number>;
}

/**
 * Copies pictures that a product links to into the shop. Those that cannot be fetched stay links,
 * so that the same call may be sent again at any time: what is left to do stands in the product.
 */
export async function copyPictures(
  { id, images }: Product,
  urls: readonly string[],
  { copy, replace }: PictureCopies,
  actor: Actor,
): Promise<CopiedPictures> {
  const linked = new Set(images.map(({ url }) => url).filter(isLinkedPicture));
  const wanted = [...new Set(urls)].filter((url) => linked.has(url));
  const copies = new Map<string, string>();
  const failed: CopiedPictures['failed'] = [];
  const copyOne = async (url: string) => {
    try {
      copies.set(url, await copy(url, actor));
    } catch (error) {
      if (!isShopError(error) || error.code === 'busy') throw error;
      failed.push({ url, msg: error.message });
    }
  };
  await Promise.all(wanted.map(copyOne));
  const copied = copies.size > 0 ? await replace(id, copies, actor) : 0;
  return { copied, failed };
}
