/**
 * Names of the shop's pictures (D17). The name of a stored picture, a WebP file, contains its size
 * in pixels and the first eight digits of its content's hash:
 * `/media/products/walnut-kernels-1-1000x1000-9f86d081.webp`. Smaller copies are stored beside it
 * as `…-9f86d081-640.avif`, so that `srcset` follows from the URL alone. The content of a name
 * never changes: it is served as immutable.
 */

export type PictureFormat = 'avif' | 'webp';

/**
 * Widths in pixels of the copies, up to the picture's own width. Nearly all browsers use AVIF; the
 * others have two WebP widths and the stored picture.
 */
const PICTURE_WIDTHS: Record<PictureFormat, readonly number[]> = {
  avif: [320, 480, 640, 960, 1440, 1920],
  webp: [480, 1280],
};

/** Widest JPEG copy, in pixels. */
const JPEG_WIDTH = 1200;

/** Maximum bytes of a picture file (R3.4: the largest picture under 60 KB). */
export const MAX_PICTURE_BYTES = 60_000;

const STORED = /-(\d{1,5})x(\d{1,5})-[0-9a-f]{8}\.webp$/;
const HASHED = /-[0-9a-f]{8}(?:-\d{1,5})?\.[a-z0-9]+$/;

/** The URL of a picture in the content: paths without a leading slash are under `/media/`. */
export function imageUrl(url: string): string {
  return /^(https?:)?\/\//.test(url) || url.startsWith('/') ? url : `/media/${url}`;
}

export interface PictureVariant {
  url: string;
  format: PictureFormat;
  /** Pixels. */
  width: number;
}

/**
 * The file name of a stored picture, without a folder. `hash`: hex digits of the content's SHA-256,
 * at least eight.
 */
export function pictureName(stem: string, size: { width: number; height: number }, hash: string): string {
  return `${stem}-${size.width}x${size.height}-${hash.slice(0, 8)}.webp`;
}

/** Pixels of a stored picture, read from its URL; null for any other URL. */
export function pictureSize(url: string): { width: number; height: number } | null {
  const [, width, height] = STORED.exec(url) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

/** The copies of a stored picture, narrowest first in each format; none for any other URL. */
export function pictureVariants(url: string): PictureVariant[] {
  const size = pictureSize(url);
  if (!size) return [];
  return (['avif', 'webp'] as const).flatMap((format) =>
    PICTURE_WIDTHS[format]
      .filter((width) => width < size.width || (width === size.width && format !== 'webp'))
      .map((width) => ({ url: url.replace(/\.webp$/, `-${width}.${format}`), format, width })),
  );
}

/**
 * The one JPEG copy of a stored picture, for link previews and mails: WhatsApp and Outlook show no
 * WebP. Null for any other URL.
 */
export function jpegCopy(url: string): { url: string; width: number; height: number } | null {
  const size = pictureSize(url);
  if (!size) return null;
  const width = Math.min(JPEG_WIDTH, size.width);
  const height = Math.round((size.height * width) / size.width);
  return { url: url.replace(/\.webp$/, `-${width}.jpg`), width, height };
}

/** The media type of a picture or a copy, by its file name. */
export function pictureType(name: string): string {
  if (name.endsWith('.jpg')) return 'image/jpeg';
  return name.endsWith('.avif') ? 'image/avif' : 'image/webp';
}

/** Whether a file name contains a hash of the content, so that the content never changes. */
export function isHashedName(path: string): boolean {
  return HASHED.test(path);
}

/** The built-in logo, by its plain name or as stored by the demo shop (server/demo/files.ts). */
const DRAWING = /^(\/media\/site\/logo-[0-9a-f]{8}|logo)\.svg$/;

/**
 * Whether the shop has uploaded its own logo (D1) in place of the drawing. `image` as stored in the
 * navbar content.
 */
export function isOwnLogo(image: string): boolean {
  return image !== '' && !DRAWING.test(image);
}

/** Whether a picture is shown from another site. */
export function isLinkedPicture(url: string): boolean {
  return /^https:/i.test(url);
}
