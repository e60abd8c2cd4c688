/** Pixels of the longer side: enough to read a label. */
const SIDE = 2000;
/** Photos up to this many bytes are sent unchanged unless they exceed SIDE. */
const SMALL = 1_500_000;
const QUALITY = 0.85;

/**
 * Scales a large photo down in the browser, so that it uploads over a slow network and stays below
 * 5 MB. Returns null when the browser cannot decode it.
 */
export async function shrinkPhoto(file: File): Promise<Blob | null> {
  if (!file.type.startsWith('image/')) return null;
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
  try {
    const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
    if (scale === 1 && file.size <= SMALL) return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return smaller && smaller.size < file.size ? smaller : file;
  } finally {
    picture.close();
  }
}
