/** Reads the barcode that a video shows now; null when it shows none. */
type ReadBarcode = (video: HTMLVideoElement) => Promise<string | null>;

/** Not in the types of TypeScript, because not all browsers have it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** Labels have the order number in this code. */
const FORMAT = 'code_128';

/** The browser's own reader, as on Android; a library where there is none. */
export async function barcodeReader(): Promise<ReadBarcode> {
  const { BarcodeDetector } = window as Window & { BarcodeDetector?: DetectorClass };
  if ((await BarcodeDetector?.getSupportedFormats())?.includes(FORMAT) && BarcodeDetector) {
    const detector = new BarcodeDetector({ formats: [FORMAT] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { BrowserMultiFormatOneDReader } = await import('@zxing/browser');
  const reader = new BrowserMultiFormatOneDReader();
  return async (video) => {
    try {
      return reader.decode(video).getText();
    } catch {
      // It throws for every frame without a barcode.
      return null;
    }
  };
}
