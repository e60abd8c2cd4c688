import { checkUploadPixels, type FileFacts, UPLOAD_LIMITS } from './uploads.ts';

/**
 * The square that is kept of a photo that is too large or not square. All numbers are pixels of the
 * photo as it is turned now.
 */

export interface Size {
  width: number;
  height: number;
}

export interface Square {
  x: number;
  y: number;
  side: number;
}

/** The largest photo file that a browser is asked to open, in bytes. */
const MOST_BYTES = 60_000_000;

/** Whether a file may be a photo that this browser could open, whatever its size. */
export const mayBePhoto = ({ type, name, size }: FileFacts): boolean =>
  (/^image\/./i.test(type) || isHeic({ type, name })) && size <= MOST_BYTES;

/** The format of iPhones, which many browsers cannot open, and the shop does not take. */
export const isHeic = ({ type, name }: Pick<FileFacts, 'type' | 'name'>): boolean =>
  /^image\/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name);

/** Whether a photo has enough pixels, but must be cropped, shrunk or written anew to be taken. */
export function needsCrop(file: FileFacts, { width, height }: Size): boolean {
  if (Math.min(width, height) < UPLOAD_LIMITS.minSide) return false;
  return file.size > UPLOAD_LIMITS.bytes || isHeic(file) || checkUploadPixels(width, height) !== null;
}

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
/** The side of the largest square. */
const mostSide = ({ width, height }: Size) => Math.min(width, height);

/** The largest square, in the middle. */
export function centred(photo: Size): Square {
  const side = mostSide(photo);
  return { x: (photo.width - side) / 2, y: (photo.height - side) / 2, side };
}

/** The square moved by so many pixels, as far as the photo goes. */
export function moved(photo: Size, { x, y, side }: Square, by: { x: number; y: number }): Square {
  return { x: within(x + by.x, 0, photo.width - side), y: within(y + by.y, 0, photo.height - side), side };
}

/** The square with another side, around the same middle: never fewer pixels than the shop takes. */
export function resized(photo: Size, square: Square, side: number): Square {
  const next = within(side, UPLOAD_LIMITS.minSide, mostSide(photo));
  const by = (square.side - next) / 2;
  return moved(photo, { x: square.x, y: square.y, side: next }, { x: by, y: by });
}

/** Photo and square after a quarter turn to the right. */
export function turned(photo: Size, { x, y, side }: Square): { photo: Size; square: Square } {
  return { photo: { width: photo.height, height: photo.width }, square: { x: photo.height - y - side, y: x, side } };
}

/** How far the square is zoomed in, from 0 to 100: each step is the same factor. */
export function zoomOf(photo: Size, { side }: Square): number {
  const range = Math.log(mostSide(photo) / UPLOAD_LIMITS.minSide);
  return range === 0 ? 0 : (Math.log(mostSide(photo) / side) / range) * 100;
}

/** The side of the square at a zoom from 0 to 100. */
export function sideAt(photo: Size, zoom: number): number {
  return mostSide(photo) * (UPLOAD_LIMITS.minSide / mostSide(photo)) ** (zoom / 100);
}

/** The side of the picture that is uploaded: never larger than what is kept of the photo. */
export function uploadSide({ side }: Square): number {
  return Math.min(UPLOAD_LIMITS.maxSide, Math.floor(side));
}
