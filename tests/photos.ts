import sharp from 'sharp';
import type { TestApp, TestResponse } from '#tests/app.ts';

/** A picture of one colour. */
export const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#aa5522' } });

/** A photo as a phone takes it: on its side, with the place and the maker in its metadata. */
export const phonePhoto = (width: number, height: number) =>
  picture(width, height)
    .withExif({ IFD0: { Make: 'PhoneMaker' }, IFD3: { GPSLatitude: '13/1 0/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** Sends files as one multipart form. */
export async function sendPhotos(
  t: TestApp,
  url: string,
  bytes: Buffer | Buffer[],
  options: { headers?: Record<string, string>; field?: string; name?: string } = {},
): Promise<TestResponse> {
  const form = new FormData();
  for (const part of [bytes].flat()) {
    form.append(
      options.field ?? 'photo',
      new Blob([new Uint8Array(part)], { type: 'image/jpeg' }),
      options.name ?? 'IMG_1.jpg',
    );
  }
  const raw = new Response(form);
  const response = await t.app.inject({
    method: 'POST',
    url,
    headers: { ...options.headers, 'content-type': raw.headers.get('content-type') ?? '' },
    payload: Buffer.from(await raw.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers, text: response.body };
}
