import sharp, { type Metadata } from 'sharp';
import { MAX_PICTURE_BYTES, type PictureFormat } from '#shop/media/pictures.ts';
import { sha256 } from '../ids.ts';

// The operation cache keeps decoders, and with them whole progressive pictures: 200 MB for a photo
// of 64 million pixels. Each picture is read once.
sharp.cache(false);

/**
 * AVIF quality by width. Ordinary screens show the narrow copies pixel by pixel; the wider ones go
 * to high-density screens, where the same loss looks half as large. From 1440 px on, it is a
 * full-width picture on an ordinary screen again.
 */
const AVIF_QUALITY = [
  { upTo: 320, quality: 55 },
  { upTo: 480, quality: 52 },
  { upTo: 640, quality: 50 },
  { upTo: 960, quality: 46 },
  { upTo: Number.POSITIVE_INFINITY, quality: 50 },
];
const WEBP_QUALITY = 74;
/** Qualities for re-encoding a stored picture that is too large. */
const STORED_QUALITY = 80;
const STEP = 4;
const LEAST_QUALITY = 30;

const BLUR_WIDTH = 16;

export interface StoredPicture {
  bytes: Buffer;
  /** Pixels. */
  width: number;
  height: number;
  /** SHA-256 of `bytes`, hex. */
  hash: string;
}

/**
 * Prepares a picture for storage: WebP of at most MAX_PICTURE_BYTES without metadata. A WebP file
 * that is small enough is kept byte for byte. Throws sharp's error when the input is not a picture.
 */
export async function toStored(input: Buffer): Promise<StoredPicture> {
  const { width, height, format, exif, orientation } = await sharp(input).metadata();
  const asItIs = format === 'webp' && input.length <= MAX_PICTURE_BYTES && !exif && (orientation ?? 1) === 1;
  if (asItIs) return { bytes: input, width, height, hash: sha256(input) };
  const bytes = await under(MAX_PICTURE_BYTES, STORED_QUALITY, (quality) =>
    sharp(input).rotate().webp({ quality, effort: 6, smartSubsample: true }).toBuffer(),
  );
  const upright = await sharp(bytes).metadata();
  return { bytes, width: upright.width, height: upright.height, hash: sha256(bytes) };
}

/** One narrower copy of a stored picture. The same input and the same sharp give the same bytes. */
export function toVariant(stored: Buffer, width: number, format: PictureFormat | 'jpg'): Promise<Buffer> {
  const narrow = sharp(stored).resize({ width, withoutEnlargement: true });
  if (format === 'jpg') {
    const opaque = narrow.flatten({ background: '#ffffff' });
    return under(MAX_PICTURE_BYTES, STORED_QUALITY, (quality) =>
      opaque.clone().jpeg({ quality, mozjpeg: true }).toBuffer(),
    );
  }
  if (format === 'webp') {
    return under(MAX_PICTURE_BYTES, WEBP_QUALITY, (quality) => narrow.clone().webp({ quality, effort: 6 }).toBuffer());
  }
  const quality = AVIF_QUALITY.find(({ upTo }) => width <= upTo)?.quality ?? LEAST_QUALITY;
  return under(MAX_PICTURE_BYTES, quality, (lower) => narrow.clone().avif({ quality: lower, effort: 4 }).toBuffer());
}

/** Formats that staff may upload. */
const UPLOAD_FORMATS = new Set(['jpeg', 'png', 'webp', 'heif', 'gif']);
/** Limits for decoding: a forged header could claim a small picture and unpack a large one. */
const MOST_UPLOAD_PIXELS = 40_000_000;
/**
 * AVIF is unpacked whole, with 20 to 30 bytes a pixel: 330 MB for as many as a phone's photo has.
 */
const MOST_AVIF_PIXELS = 12_500_000;
/**
 * Progressive JPEG and interlaced PNG are unpacked whole: 260 MB for so many. Phones do not write
 * them, and others are read in strips: 64 million pixels take less than 20 MB as JPEG and 150 MB as
 * PNG.
 */
const MOST_PROGRESSIVE_PIXELS = 25_000_000;

/** Tried in turn until the picture is small enough; only near-noise has to lose pixels too. */
const LAST_SCALE = 0.5;
const UPLOAD_STEPS = [
  { quality: STORED_QUALITY, scale: 1 },
  { quality: 64, scale: 1 },
  { quality: 48, scale: 1 },
  { quality: 34, scale: 1 },
  { quality: 34, scale: 0.75 },
  { quality: LEAST_QUALITY, scale: LAST_SCALE },
];

/**
 * Pixels of a still picture in its upright orientation, also of one that is too large to unpack;
 * null for other formats (SVG), animations and everything else (D17).
 */
export async function readPicture(input: Buffer): Promise<{ width: number; height: number } | null> {
  try {
    const { format, pages = 1, autoOrient } = await sharp(input, { limitInputPixels: false }).metadata();
    return UPLOAD_FORMATS.has(format) && pages === 1 ? autoOrient : null;
  } catch {
    return null;
  }
}

/**
 * Whether a picture takes too much memory to unpack.
 *
 * @param most pixels of one that is read in strips
 */
function isTooLarge({ format, width, height, isProgressive }: Metadata, most: number): boolean {
  const limit = format === 'heif' ? MOST_AVIF_PIXELS : isProgressive ? MOST_PROGRESSIVE_PIXELS : most;
  return width * height > limit;
}

/**
 * Prepares an uploaded picture for storage: always decoded and re-encoded (D17), upright, WebP of
 * at most MAX_PICTURE_BYTES, without metadata, with its transparency. Null when it cannot be
 * decoded completely, or is too large to unpack.
 *
 * @param side most pixels of the longer side
 * @param square whether a picture of another shape gets white edges that make it square
 */
export async function toUpload(input: Buffer, side: number, square = false): Promise<StoredPicture | null> {
  try {
    const picture = sharp(input, { limitInputPixels: MOST_UPLOAD_PIXELS, failOn: 'error' });
    const facts = await picture.metadata();
    if (isTooLarge(facts, MOST_UPLOAD_PIXELS)) return null;
    const edge = Math.min(side, Math.max(facts.width, facts.height));
    const shape = square
      ? ({ width: edge, height: edge, fit: 'contain', background: '#ffffff' } as const)
      : ({ width: side, height: side, fit: 'inside', withoutEnlargement: true } as const);
    const whole = await picture
      .rotate()
      .resize(shape)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = whole.info;
    const raw = { width, height, channels };
    for (const { quality, scale } of UPLOAD_STEPS) {
      const { data, info } = await sharp(whole.data, { raw })
        .resize({ width: Math.round(width * scale) })
        .webp({ quality, effort: 4, smartSubsample: true })
        .toBuffer({ resolveWithObject: true });
      if (data.length <= MAX_PICTURE_BYTES || scale === LAST_SCALE) {
        return { bytes: data, width: info.width, height: info.height, hash: sha256(data) };
      }
    }
    return null;
  } catch {
    return null;
  }
}

/**
 * Accepted formats of photos. sharp also reads SVG and others, which can load or draw far more than
 * a photo.
 */
const PHOTO_FORMATS = new Set(['jpeg', 'png', 'webp', 'heif']);
/** A small file may unpack to a picture that fills memory. */
const MOST_PIXELS = 64_000_000;
const PHOTO_QUALITY = 78;

/**
 * Re-encodes a photo from a shopper: upright, WebP, its longer side at most `side` pixels, without
 * location or any other metadata. Null when it is not a still picture of an accepted format, or too
 * large to unpack.
 */
export async function toPhoto(input: Buffer, side: number): Promise<StoredPicture | null> {
  try {
    const photo = sharp(input, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const facts = await photo.metadata();
    if (!PHOTO_FORMATS.has(facts.format) || (facts.pages ?? 1) > 1 || isTooLarge(facts, MOST_PIXELS)) return null;
    const { data, info } = await photo
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality: PHOTO_QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height, hash: sha256(data) };
  } catch {
    return null;
  }
}

/** A blurred preview: the picture in a few pixels as a `data:` URL of about 200 characters. */
export async function toBlur(stored: Buffer): Promise<string> {
  const bytes = await sharp(stored).resize({ width: BLUR_WIDTH }).webp({ quality: 20, effort: 6 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

/** Encodes with decreasing quality until the result fits. */
async function under(limit: number, quality: number, encode: (quality: number) => Promise<Buffer>): Promise<Buffer> {
  const bytes = await encode(quality);
  return bytes.length <= limit || quality - STEP < LEAST_QUALITY ? bytes : under(limit, quality - STEP, encode);
}
