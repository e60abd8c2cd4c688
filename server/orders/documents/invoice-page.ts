import { PAGE, type Style, type Typesetter } from './typesetter.ts';

/** The measures and styles of an invoice. */

export const TOP = 40;
export const LEFT = 40;
export const RIGHT = PAGE.width - LEFT;
export const WIDTH = RIGHT - LEFT;
/** The footer starts below this. */
export const BOTTOM = PAGE.height - 58;

export const INK = '#27181f';
export const SOFT = '#5b4850';
export const LEAF = '#1b5138';
const HAIRLINE = '#d8cbb6';
export const BAND = '#eef5ea';

export const text: Style = { size: 8.5, color: INK };
export const soft: Style = { size: 8.5, color: SOFT };
export const strong: Style = { size: 8.5, bold: true, color: INK };
export const label: Style = { size: 7.5, bold: true, color: LEAF };
export const cell: Style = { size: 8, color: INK };
export const cellSoft: Style = { size: 7, color: SOFT };
export const head: Style = { size: 7, bold: true, color: LEAF };
/** Between a text and the edge of its box. */
export const PAD = 3;

/** A line across the page. @returns `y` */
export function rule(page: Typesetter, y: number): number {
  page.doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).stroke(HAIRLINE);
  return y;
}
