import { expect, test } from 'vitest';
import { isBinaryText, isZip, readFileText } from './file-text.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, mark: boolean) =>
  bytes(
    ...(mark ? [0xff, 0xfe] : []),
    ...[...text].flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8]),
  );
const PNG = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52);
const JPEG = bytes(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1);

test.each([
  ['UTF-8', utf8('id,बादाम,₹'), 'id,बादाम,₹', 'unicode'],
  ['UTF-8 with its mark', utf8('\uFEFFid'), 'id', 'unicode'],
  ['UTF-16 with its mark', utf16('id,बादाम', true), 'id,बादाम', 'unicode'],
  ['UTF-16 without', utf16('id,name', false), 'id,name', 'unicode'],
  ['Windows-1252', bytes(0x43, 0x72, 0xe8, 0x6d, 0x65), 'Crème', 'windows-1252'],
  ['nothing', bytes(), '', 'unicode'],
])('%s is text', (_name, given, text, encoding) => {
  expect(readFileText(given)).toEqual({ text, encoding });
});

test.each([
  ['a PNG', PNG],
  ['a JPEG', JPEG],
  ['a PDF', utf8('%PDF-1.7\n1 0 obj')],
  ['a ZIP archive', utf8('PK\u0003\u0004\u0014\u0000\u0006')],
])('%s is none', (_name, given) => {
  expect(readFileText(given)).toBeNull();
  expect(isBinaryText(new TextDecoder().decode(given))).toBe(true);
});

test('a ZIP archive is told from others', () => {
  expect([isZip(utf8('PK\u0003\u0004\u0014')), isZip(PNG)]).toEqual([true, false]);
});

test('a text with a few control characters is text', () => {
  expect(isBinaryText(`Waybill,Reference No\n"1480\u0000\n01\u0007",ORD1${','.repeat(100)}`)).toBe(false);
  expect(isBinaryText('')).toBe(false);
});
