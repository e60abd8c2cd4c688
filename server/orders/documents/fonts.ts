import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

/** A font of the invoice and the characters it is used for. */
export interface Face {
  name: string;
  /** File of an @fontsource package. WOFF, not WOFF2: fontkit cannot subset WOFF2. */
  file: string;
  covers: RegExp;
}

function noto(name: string, weight: 400 | 700 = 400): string {
  const own = name.startsWith('latin') || name === 'devanagari' ? 'noto-sans' : `noto-sans-${name}`;
  return `@fontsource/${own}/files/${own}-${name}-${weight}-normal.woff`;
}

/** The characters in the Latin subset of Noto Sans. */
const LATIN = /[\u0020-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u200b\u200e-\u206f\u20ac\u2122\u2212]/u;

/**
 * The scripts of Indian addresses. Regular weight only, since bold is used for the shop's own
 * texts.
 */
export const SCRIPTS: readonly Face[] = [
  { name: 'devanagari', file: noto('devanagari'), covers: /\p{Script_Extensions=Devanagari}/u },
  { name: 'bengali', file: noto('bengali'), covers: /\p{Script_Extensions=Bengali}/u },
  { name: 'gujarati', file: noto('gujarati'), covers: /\p{Script_Extensions=Gujarati}/u },
  { name: 'gurmukhi', file: noto('gurmukhi'), covers: /\p{Script_Extensions=Gurmukhi}/u },
  { name: 'kannada', file: noto('kannada'), covers: /\p{Script_Extensions=Kannada}/u },
  { name: 'malayalam', file: noto('malayalam'), covers: /\p{Script_Extensions=Malayalam}/u },
  { name: 'oriya', file: noto('oriya'), covers: /\p{Script_Extensions=Oriya}/u },
  { name: 'tamil', file: noto('tamil'), covers: /\p{Script_Extensions=Tamil}/u },
  { name: 'telugu', file: noto('telugu'), covers: /\p{Script_Extensions=Telugu}/u },
];

export const LATIN_FACE: Face = { name: 'latin', file: noto('latin'), covers: LATIN };

/**
 * In lookup order. Latin Extended has ₹ and is the fallback for everything else; it draws a box for
 * unknown characters.
 */
export const REGULAR: readonly Face[] = [
  LATIN_FACE,
  ...SCRIPTS,
  { name: 'extended', file: noto('latin-ext'), covers: /./su },
];
export const BOLD: readonly Face[] = [
  { name: 'latin-bold', file: noto('latin', 700), covers: LATIN },
  ...SCRIPTS,
  { name: 'extended-bold', file: noto('latin-ext', 700), covers: /./su },
];

const loaded = new Map<string, Buffer>();

/** The bytes of the font, read and decompressed once. */
export function fontBytes(face: Face): Buffer {
  let bytes = loaded.get(face.file);
  if (!bytes) {
    bytes = unpackWoff(readFileSync(fileURLToPath(import.meta.resolve(face.file))));
    loaded.set(face.file, bytes);
  }
  return bytes;
}

/**
 * Decompresses a WOFF file into the plain font (W3C WOFF 1.0, §3–5). Otherwise fontkit would
 * inflate its tables in JavaScript for each invoice, which takes 90% of the time.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (let index = 0; index < count; index++) {
    const entry = 44 + 20 * index;
    const from = woff.readUInt32BE(entry + 4);
    const packed = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const bytes = woff.subarray(from, from + packed);
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(bytes) : bytes).copy(table);
    const record = 12 + 16 * index;
    woff.copy(header, record, entry, entry + 4);
    woff.copy(header, record + 4, entry + 16, entry + 20);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(length, record + 12);
    parts.push(table);
    offset += table.length;
  }
  return Buffer.concat(parts);
}
