import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readPicture, toPhoto, toUpload } from './encode.ts';

/** A PNG of one grey shade with one bit per pixel: a few kilobytes that unpack to any size. */
function blank(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('a small file that unpacks to millions of pixels is rejected before it is decoded', async () => {
  const picture = blank(800, 800);
  expect(await readPicture(picture)).toEqual({ width: 800, height: 800 });
  expect(await toUpload(picture, 1200)).toMatchObject({ width: 800, height: 800 });
  expect(await toPhoto(picture, 1200)).toMatchObject({ width: 800, height: 800 });

  const upload = blank(6_400, 6_400);
  expect(upload.length).toBeLessThan(20_000);
  expect(await readPicture(upload)).toEqual({ width: 6_400, height: 6_400 });
  expect(await toUpload(upload, 1200)).toBeNull();
  expect(await toPhoto(blank(8_100, 8_100), 1200)).toBeNull();
});

const photo = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#a9683a' } });

/** AVIF of just the largest side that is unpacked, and of more; encoding them takes seconds. */
const avif = async (side: number) => photo(side).avif({ effort: 0 }).toBuffer();
const [largestAvif, largerAvif] = await Promise.all([avif(3_500), avif(3_600)]);

test('a photo that is unpacked whole is rejected when it is large; a phone sends its large ones in another form', async () => {
  const [width, height] = [5_800, 4_350];
  expect(await toPhoto(await photo(width, height).jpeg().toBuffer(), 1200)).toMatchObject({ width: 1200 });
  expect(await toPhoto(await photo(width, height).jpeg({ progressive: true }).toBuffer(), 1200)).toBeNull();
  expect(await toPhoto(await photo(width, height).png({ progressive: true }).toBuffer(), 1200)).toBeNull();
  expect(await toPhoto(largestAvif, 1200)).toMatchObject({ width: 1200 });
  expect(await toPhoto(largerAvif, 1200)).toBeNull();
});

test('of an upload that is too large to unpack, the size is known all the same', async () => {
  const progressive = await photo(5_100).jpeg({ progressive: true }).toBuffer();
  const interlaced = await photo(5_100).png({ progressive: true }).toBuffer();
  for (const [large, side] of [
    [largerAvif, 3_600] as const,
    [progressive, 5_100] as const,
    [interlaced, 5_100] as const,
  ]) {
    expect([await readPicture(large), await toUpload(large, 1200)]).toEqual([{ width: side, height: side }, null]);
  }
  expect(await toUpload(largestAvif, 1200)).toMatchObject({ width: 1200 });
  expect(await toUpload(await photo(5_100).jpeg().toBuffer(), 1200)).toMatchObject({ width: 1200 });
});

test('large photos leave nothing in memory', async () => {
  // libjpeg keeps a progressive picture whole until it is decoded; the operation cache of libvips
  // kept it until the process ended.
  const inRed = (red: number) =>
    sharp({ create: { width: 5000, height: 5000, channels: 3, background: { r: red, g: 90, b: 20 } } })
      .jpeg({ progressive: true, quality: 50 })
      .toBuffer();
  const photos = await Promise.all([1, 2, 3, 4, 5].map(inRed));
  await toPhoto(photos[0] as Buffer, 1200);
  const before = process.memoryUsage.rss();
  for (const one of photos.slice(1)) expect(await toPhoto(one, 1200)).toMatchObject({ width: 1200 });
  expect((process.memoryUsage.rss() - before) / 1e6).toBeLessThan(100);
});

test.each([
  [2_000, 1_000, 1_200],
  [500, 900, 900],
  [500, 500, 500],
])('a picture of %d x %d gets white edges that make it a square of %d', async (width, height, side) => {
  const picture = await toUpload(await photo(width, height).png().toBuffer(), 1200, true);
  expect(picture).toMatchObject({ width: side, height: side });
  const { data, info } = await sharp(picture?.bytes).raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
  expect(pixel(2, 2) > 240).toBe(width !== height);
  expect(pixel(side / 2, side / 2)).toBeLessThan(200);
});
