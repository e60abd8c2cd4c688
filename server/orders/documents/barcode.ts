import JsBarcode from 'jsbarcode';

/** Quiet zone on each side, in modules: scanners need ten. */
const QUIET = 10;

/**
 * The bars of a barcode: their left edges and widths in modules, and the modules of the whole with
 * its quiet zones.
 */
interface Bars {
  bars: { at: number; width: number }[];
  modules: number;
}

/** Code 128 of a text that `fitsBarcode`. */
export function code128(text: string): Bars {
  // Without a canvas the library writes the modules into an object: 1 is black.
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, text, { format: 'CODE128' });
  const modules = drawn.encodings?.map(({ data }) => data).join('') ?? '';
  const bars = [...modules.matchAll(/1+/g)].map(({ 0: bar, index }) => ({ at: QUIET + index, width: bar.length }));
  return { bars, modules: modules.length + 2 * QUIET };
}
