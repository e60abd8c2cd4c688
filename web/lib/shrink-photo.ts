/** Pixels of the longer side that a photo is sent with: enough to read a label, a tenth of what a phone takes. */
const SIDE = 2000;
/** Bytes under which a photo is sent as it is. */
const SMALL = 1_500_000;
const QUALITY = 0.85;

/**
 * A photo as it is sent: made smaller in the browser when it is large, so that a slow line carries it and 5 MB are enough for any
 * phone. Null when the browser cannot read it as a picture.
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
    const pen = canvas.getContext('2d');
    if (!pen) return file;
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return smaller && smaller.size < file.size ? smaller : file;
  } finally {
    picture.close();
  }
}
