/** Quiet zone on each side, in modules: scanners need ten. */
const QUIET = 10;

/** The bars of a barcode: their left edges and widths in modules, and the modules of the whole with its quiet zones. */
export interface Bars {
  bars: { at: number; width: number }[];
  modules: number;
}

/** Code 128 of a text that `fitsBarcode`. The library is loaded with the first label: it takes 2 MB of code. */
export async function code128(text: string): Promise<Bars> {
  // On the default export: the named export `raw` is a kind of barcode.
  const { default: bwip } = await import('bwip-js/node');
  const [symbol] = bwip.raw('code128', text, {});
  if (!symbol || !('sbs' in symbol)) throw new Error('Code 128 gave no bars');
  const bars: Bars['bars'] = [];
  let at = QUIET;
  // Widths of bars and spaces by turns.
  symbol.sbs.forEach((width, index) => {
    if (index % 2 === 0) bars.push({ at, width });
    at += width;
  });
  return { bars, modules: at + QUIET };
}
