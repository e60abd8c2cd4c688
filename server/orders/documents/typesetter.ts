import PDFDocument from 'pdfkit';
import { cleanText } from '#shop/text/text.ts';
import { BOLD, type Face, fontBytes, LATIN_FACE, REGULAR, SCRIPTS } from './fonts.ts';

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 };

export interface Style {
  size: number;
  bold?: boolean;
  color?: string;
}

/** Measured texts that a long document keeps from one page to the next. */
const MOST_TEXTS = 2_000;
/** Marks and joiners belong to the character before them, whatever their own script. */
const JOINS = /[\p{M}\u200c\u200d]/u;
/**
 * Invisible characters that could change the text direction or hide text. Indian scripts need the
 * two joiners.
 */
const INVISIBLE = /[^\P{Cf}\u200c\u200d]/gu;

type Features = PDFKit.Mixins.OpenTypeFeatures[];

interface Run {
  face: Face;
  text: string;
  /**
   * Sets marks beside their letters, not on them: fontkit does not support the mark tables of some
   * fonts.
   */
  plain: boolean;
  /** At size 1. */
  width: number;
  /** How often the document had been flushed when the text came first. */
  since: number;
}

/**
 * Turns off mark positioning. fontkit takes an object for it (and writes into it), which pdfkit's
 * types do not include.
 */
function plainFeatures(): Features {
  return { mark: false, mkmk: false, abvm: false, blwm: false, dist: false } as unknown as Features;
}

/**
 * Sets lines of text in a PDF, each character in a font that contains it. Text becomes glyphs only:
 * input of shoppers cannot become markup, a link or a script.
 */
export class Typesetter {
  readonly doc: PDFKit.PDFDocument;
  readonly #long: boolean;
  #flushes = 0;
  #registered = new Set<string>();
  #runs = new Map<string, Run[]>();
  #graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

  /**
   * @param size width and height in points; A4 if it is left out
   * @param long not all words are kept measured, so that the memory does not grow with the pages
   */
  constructor(info: PDFKit.DocumentInfo, size: [number, number] = [PAGE.width, PAGE.height], long = false) {
    this.#long = long;
    this.doc = new PDFDocument({
      size,
      margin: 0,
      bufferPages: true,
      lang: 'en-IN',
      displayTitle: true,
      info,
      // No fonts of the viewer's machine.
      font: null as unknown as string,
    });
  }

  width(text: string, style: Style): number {
    return this.#split(text, style).reduce((sum, run) => sum + run.width * style.size, 0);
  }

  /**
   * Breaks text into lines of at most `width`: at spaces, and inside words that are longer than a
   * line.
   */
  wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = [];
    for (const paragraph of cleanText(text).split('\n')) {
      let line = '';
      for (const word of paragraph.split(/[ \t]+/)) {
        const longer = line ? `${line} ${word}` : word;
        if (this.width(longer, style) <= width) {
          line = longer;
          continue;
        }
        if (line) lines.push(line);
        line = word;
        while (this.width(line, style) > width) {
          const head = this.#head(line, width, style);
          lines.push(head);
          line = line.slice(head.length);
        }
      }
      lines.push(line);
    }
    return lines;
  }

  /**
   * Sets one line; `y` is its upper edge. With `box` it is aligned in `width`, and scaled down when
   * it is wider.
   */
  line(
    text: string,
    x: number,
    y: number,
    style: Style,
    box?: { width: number; align: 'left' | 'right' | 'center' },
  ): void {
    const natural = this.width(text, style);
    const size = box && natural > box.width ? (style.size * box.width) / natural : style.size;
    const width = (natural * size) / style.size;
    const free = box ? Math.max(0, box.width - width) : 0;
    let at = x + (box?.align === 'right' ? free : box?.align === 'center' ? free / 2 : 0);
    const baseline = y + style.size * 1.02;
    this.doc.fillColor(style.color ?? '#27181f');
    for (const run of this.#split(text, style)) {
      this.#use(run.face, size);
      const script = SCRIPTS.includes(run.face);
      // Reordered and joined glyphs no longer spell the word: this text is used for copy and search
      // instead.
      if (script) this.doc.markContent('Span', { actual: run.text });
      this.doc.text(run.text, at, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...this.#features(run),
      });
      if (script) this.doc.endMarkedContent();
      at += run.width * size;
    }
  }

  /** Sets text in lines of at most `width`. @returns the lower edge */
  block(text: string, x: number, y: number, width: number, style: Style): number {
    let at = y;
    for (const line of this.wrap(text, width, style)) {
      this.line(line, x, at, style);
      at += leading(style);
    }
    return at;
  }

  /**
   * Sets text in at most `most` lines of `width`, the last one with an ellipsis when there is more.
   * Line breaks of the text count as commas.
   *
   * @returns the lower edge
   */
  clipped(text: string, x: number, y: number, width: number, style: Style, most: number): number {
    const lines = this.wrap(text.replace(/\s*,?\s*\n\s*/g, ', '), width, style);
    let at = y;
    lines.slice(0, most).forEach((line, index) => {
      const cut = index === most - 1 && lines.length > most;
      this.line(cut ? `${line}…` : line, x, at, style, { width, align: 'left' });
      at += leading(style);
    });
    return at;
  }

  /** Ends the pages so far and returns their bytes. */
  flush(): Buffer {
    this.doc.flushPages();
    this.#flushes += 1;
    if (this.#runs.size > MOST_TEXTS) this.#runs.clear();
    return this.doc.read() ?? Buffer.alloc(0);
  }

  /** Ends the document and returns its bytes, or those since the last `flush`. */
  async end(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<void>((resolve, reject) => this.doc.on('end', resolve).on('error', reject));
    this.doc.end();
    await ended;
    return Buffer.concat(chunks);
  }

  #head(line: string, width: number, style: Style): string {
    let head = '';
    for (const { segment } of this.#graphemes.segment(line)) {
      if (head && this.width(head + segment, style) > width) break;
      head += segment;
    }
    return head;
  }

  #split(text: string, style: Style): Run[] {
    const faces = style.bold ? BOLD : REGULAR;
    const key = `${style.bold ? 'b' : 'r'}${text}`;
    let runs = this.#runs.get(key);
    if (!runs) {
      runs = [];
      for (const character of text.replace(/\s/g, ' ').replace(INVISIBLE, '')) {
        const last = runs.at(-1);
        const face =
          last && JOINS.test(character)
            ? last.face
            : (faces.find(({ covers }) => covers.test(character)) ?? LATIN_FACE);
        if (last && last.face === face) last.text += character;
        else runs.push({ face, text: character, plain: false, width: 0, since: this.#flushes });
      }
      for (const run of runs) this.#makeSettable(run);
      this.#runs.set(key, runs);
    }
    return runs;
  }

  /** Falls back step by step, so that a text that a font cannot set never blocks an invoice. */
  #makeSettable(run: Run): void {
    for (const plain of [false, true]) {
      try {
        run.plain = plain;
        run.width = this.#measure(run);
        return;
      } catch {
        // Try the next fallback.
      }
    }
    run.text = run.text.replace(/./gsu, '?');
    run.face = LATIN_FACE;
    run.plain = false;
    run.width = this.#measure(run);
  }

  #measure(run: Run): number {
    this.#use(run.face, 1);
    return this.doc.widthOfString(run.text, this.#features(run));
  }

  /**
   * pdfkit keeps the layout of each word, unless features are given: in a long document, it keeps
   * the words that come again.
   */
  #features(run: Run): { features?: Features } {
    if (run.plain) return { features: plainFeatures() };
    return this.#long && run.since === this.#flushes ? { features: [] } : {};
  }

  #use(face: Face, size: number): void {
    if (!this.#registered.has(face.name)) {
      this.doc.registerFont(face.name, fontBytes(face));
      this.#registered.add(face.name);
    }
    this.doc.font(face.name).fontSize(size);
  }
}

/** Line height in points. */
export function leading(style: Style): number {
  return style.size * 1.4;
}
