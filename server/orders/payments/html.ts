import { Parser } from 'htmlparser2';

/**
 * What a page says, in its order. Each element that opens also closes, void and unclosed ones too.
 */
export interface HtmlEvents {
  /** Names of elements and attributes are in lower case. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** With entities decoded; one text may come in several parts. */
  text(text: string): void;
}

interface HtmlOptions {
  /** Elements to leave out with all that they hold. */
  skip?: (name: string, attributes: Readonly<Record<string, string>>) => boolean;
  /** Asked now and then: true ends the reading. */
  isDone?: () => boolean;
}

/** Elements whose content is no text of the page. */
const SILENT = new Set(['noscript', 'script', 'style', 'template', 'textarea', 'title', 'xml']);
/**
 * Elements inside each other: the parser slows down with their number, and a real page has some
 * dozens.
 */
const MOST_DEPTH = 10_000;
const PART = 65_536;

class TooDeep extends Error {}

/**
 * Reads HTML as browsers do, broken HTML included; scripts, styles and comments are left out.
 *
 * @returns false if the page was cut because its elements are nested too deeply
 */
export function walkHtml(html: string, events: HtmlEvents, { skip, isDone }: HtmlOptions = {}): boolean {
  let depth = 0;
  /** Depth of the element that is being left out. */
  let silent: number | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > MOST_DEPTH) throw new TooDeep();
      if (silent !== null) return;
      if (SILENT.has(name) || skip?.(name, attributes)) silent = depth;
      else events.open(name, attributes);
    },
    onclosetag(name) {
      if (silent === null) events.close(name);
      else if (silent === depth) silent = null;
      depth -= 1;
    },
    ontext(text) {
      if (silent === null) events.text(text);
    },
  });
  try {
    for (let at = 0; at < html.length && !isDone?.(); at += PART) parser.write(html.slice(at, at + PART));
    parser.end();
    return true;
  } catch (error) {
    if (error instanceof TooDeep) return false;
    throw error;
  }
}

const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden|(?:^|[\s;])(?:max-height|font-size)\s*:\s*0(?![.\d])/i;

/** Whether an element says that it is not displayed. */
export function isHidden({ style, hidden }: Readonly<Record<string, string>>): boolean {
  return hidden !== undefined || (style !== undefined && HIDDEN.test(style));
}
