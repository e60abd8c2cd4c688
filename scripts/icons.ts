import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/**
 * `node scripts/icons.ts`: generates the icons from mark.svg and the picture for shared links from
 * logo.svg. The results are committed in web/public. Run it again when mark.svg or logo.svg in
 * web/assets change.
 */
const ROOT = path.join(import.meta.dirname, '..');
const MARK = path.join(ROOT, 'web', 'assets', 'mark.svg');
const FOLDER = path.join(ROOT, 'web', 'public');
const LOGO = path.join(ROOT, 'web', 'assets', 'logo.svg');
/** Background colours of the mark and of the pages. */
const LEAF = '#184329';
const PAPER = '#fbf5ea';

const svg = readFileSync(MARK);
mkdirSync(FOLDER, { recursive: true });

/** The mark in `side` pixels, its rounded corners transparent. */
function draw(side: number): Promise<Buffer> {
  // The SVG is 64 units wide; density renders it at the final size instead of scaling pixels.
  return sharp(svg, { density: (72 * side) / 64 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer();
}

/**
 * The maskable icon: the mark on a filled square, with a margin of `inset` of the side, since
 * phones crop it to a shape.
 */
async function drawFull(side: number, inset: number): Promise<Buffer> {
  const inner = Math.round(side * (1 - 2 * inset));
  const mark = await sharp(svg, { density: (72 * inner) / 64 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  return sharp({ create: { width: side, height: side, channels: 3, background: LEAF } })
    .composite([{ input: mark, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer();
}

/**
 * The default picture for shared links: the logo on the page background, in the size that
 * messengers expect.
 */
async function drawShared(): Promise<Buffer> {
  const logo = await sharp(readFileSync(LOGO), { density: 30 }).resize(720).png().toBuffer();
  return sharp({ create: { width: 1200, height: 630, channels: 3, background: PAPER } })
    .composite([{ input: logo, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer();
}

/** An ICO file with PNG pictures, which all current browsers support. */
function ico(pictures: { side: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { side, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(side, at);
    head.writeUInt8(side, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

const small = await Promise.all([16, 32, 48].map(async (side) => ({ side, png: await draw(side) })));
const files: Record<string, Buffer> = {
  'icon-192.png': await draw(192),
  'icon-512.png': await draw(512),
  'icon-maskable-512.png': await drawFull(512, 0.1),
  'apple-touch-icon.png': await drawFull(180, 0.06),
  'share.png': await drawShared(),
  'favicon.ico': ico(small),
};
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(path.join(FOLDER, name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
copyFileSync(MARK, path.join(FOLDER, 'icon.svg'));
