import { type Square, uploadSide } from '#shop/media/crop.ts';

/** A photo that this browser has opened, upright; `turns` are quarter turns to the right. */
export interface OpenPhoto {
  picture: ImageBitmap;
  turns: number;
}

/** Opens a photo as its camera held it; null when this browser cannot. */
export async function openPhoto(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
}

/** Draws the photo with the square at (`at`, `at`) and `side` pixels wide. */
export function drawPhoto(
  context: CanvasRenderingContext2D,
  { picture, turns }: OpenPhoto,
  square: Square,
  { at, side }: { at: number; side: number },
): void {
  const { width, height } = picture;
  const scale = side / square.side;
  context.save();
  context.imageSmoothingQuality = 'high';
  context.translate(at, at);
  context.scale(scale, scale);
  context.translate(-square.x, -square.y);
  // Turns around the corner that becomes the upper left one.
  const [x, y] = [
    [0, 0],
    [height, 0],
    [width, height],
    [0, width],
  ][turns % 4] as [number, number];
  context.translate(x, y);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(picture, 0, 0);
  context.restore();
}

const QUALITY = 0.88;

/** The square of the photo as a file to upload. WebP, or JPEG where the browser cannot write WebP. */
export async function cropPhoto(photo: OpenPhoto, square: Square, name: string): Promise<File | null> {
  const side = uploadSide(square);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return null;
  drawPhoto(context, photo, square, { at: 0, side });
  const written = (await writeAs(canvas, 'image/webp')) ?? (await writeAs(onWhite(canvas), 'image/jpeg'));
  const end = written?.type.replace('image/', '.') ?? '';
  return written && new File([written], name.replace(/\.\w+$/, '') + end, { type: written.type });
}

/** Null when the browser writes another format instead. */
async function writeAs(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  return blob?.type === type ? blob : null;
}

/** JPEG has no transparency: without a ground it would become black. */
function onWhite(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const context = canvas.getContext('2d');
  if (context) {
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return canvas;
}
