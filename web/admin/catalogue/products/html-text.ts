import { Parser } from 'htmlparser2';

/** Elements whose content is no text of the page. */
const SILENT = new Set(['iframe', 'noscript', 'script', 'style', 'template', 'textarea', 'title', 'xml']);
/** Elements that begin a line of their own. */
const LINES = new Set(['br', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'ol', 'p', 'table', 'tr', 'ul']);
const CELLS = new Set(['td', 'th']);
/** A picture in the text itself. */
const INLINE = /data:image\/[^"'\s)>]*/gi;
/** Characters that are read: a description has at most 10,000. */
const MOST = 200_000;

/** What the HTML of a description says, in lines; plain text stays as it is. */
export function htmlText(html: string): string {
  let text = '';
  let silent = 0;
  const parser = new Parser({
    onopentag(name) {
      if (SILENT.has(name)) silent += 1;
      else if (name === 'li') text += '\n• ';
      else if (LINES.has(name)) text += '\n';
      else if (CELLS.has(name)) text += ' ';
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent -= 1;
      else if (LINES.has(name) && name !== 'br') text += '\n';
    },
    ontext(part) {
      if (silent === 0) text += part;
    },
  });
  parser.end(html.replace(INLINE, '').slice(0, MOST));
  const lines = text.split(/\r\n?|\n/).map((line) => line.replace(/[^\S\n]+/g, ' ').trim());
  // One empty line at most, and no bullet without a text.
  const kept = lines.filter((line, index) => line !== '•' && (line !== '' || lines[index - 1] !== ''));
  return kept.join('\n').trim();
}
