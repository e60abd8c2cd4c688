import m from '#messages/uploads';

/**
 * Rules for uploaded pictures (R1.5, R1.9; D17). Browser and server apply the same checks with the
 * same messages. Does not import Zod, since the browser loads this file.
 */

/** 5 MB as in the config: 5,000,000 bytes (D17). Sides in pixels. */
export const UPLOAD_LIMITS = {
  bytes: 5_000_000,
  minSide: 400,
  maxSide: 1200,
  minAspect: 0.8,
  maxAspect: 1.2,
  /** Maximum files of one upload. */
  files: 5,
  /** Maximum pictures of other sites that are fetched at the same time. */
  fetched: 2,
} as const;

/**
 * What a picture is for. A product picture must be nearly square, with sides of 400 to 1200 px. A
 * logo (`x-upload-type: logo`) and a picture of page content (`x-upload-type: content`) may have
 * any shape; the server scales them down.
 */
export type UploadKind = 'product' | 'logo' | 'content';

/** The kind set by the header `x-upload-type`. */
export function uploadKind(header: unknown): UploadKind {
  return header === 'logo' || header === 'content' ? header : 'product';
}

/** For staff; shoppers read `#messages/uploads`. */
export const UPLOAD_TEXTS = {
  uploaded: 'Image uploaded successfully! ✅ Mobile-optimized',
  failedAgain: 'Failed to upload image. Please try again.',
  failedSeveral: 'Failed to upload images',
  tooMany: `Up to ${UPLOAD_LIMITS.files} images can be uploaded at once`,
} as const;

/** 'N images uploaded successfully!' */
export function uploadedSentence(count: number): string {
  return count === 1 ? '1 image uploaded successfully!' : `${count} images uploaded successfully!`;
}

/** A file before decoding. `type` is the media type sent by the client; `size` is in bytes. */
export interface FileFacts {
  name: string;
  type: string;
  size: number;
}

/**
 * Checks the type and the size of a file.
 *
 * @param named the file is one of several, so the message names it
 * @returns the error message, or null
 */
export function checkUploadFile(file: FileFacts, named = false): string | null {
  if (!/^image\/./i.test(file.type)) {
    return named ? `File ${file.name} is not a valid image file` : m.invalid();
  }
  if (file.size > UPLOAD_LIMITS.bytes) {
    return named ? tooHeavyNamed(file.name) : m.tooHeavy();
  }
  return null;
}

export function tooHeavyNamed(name: string): string {
  return `File ${name} size should be less than 5MB`;
}

/** Checks the pixels of a product picture. @returns the error message, or null */
export function checkUploadPixels(width: number, height: number): string | null {
  const { minSide, maxSide } = UPLOAD_LIMITS;
  if (!(width > 0 && height > 0)) {
    return m.invalid();
  }
  if (width < minSide || height < minSide) {
    return `Image too small: ${width}x${height}px. Minimum recommended: ${minSide}x${minSide}px`;
  }
  if (width > maxSide || height > maxSide) {
    return `Image too large: ${width}x${height}px. Maximum recommended: ${maxSide}x${maxSide}px`;
  }
  if (!isNearlySquare(width, height)) {
    return `Aspect ratio ${(width / height).toFixed(2)} may cause mobile display issues. Recommended: 1:1 (square)`;
  }
  return null;
}

export function isNearlySquare(width: number, height: number): boolean {
  const aspect = width / height;
  return aspect >= UPLOAD_LIMITS.minAspect && aspect <= UPLOAD_LIMITS.maxAspect;
}
