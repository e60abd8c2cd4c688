/** Position of a magnified picture. `x` and `y` offset its centre, in pixels of the stage. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 5;
/** Scale factor of one button press or a double tap. */
export const STEP = 1.6;
export const CLOSE_UP = 2.5;

/**
 * The same scale with the offset clamped so that the picture covers the frame. `side`: of the
 * square picture at scale 1.
 */
function held({ scale, x, y }: View, side: number): View {
  const room = (side * (scale - 1)) / 2;
  // `|| 0` turns -0 into 0.
  const hold = (value: number) => Math.min(room, Math.max(-room, value)) || 0;
  return { scale, x: hold(x), y: hold(y) };
}

/**
 * Zooms to `scale` (1–5) and keeps the point under `at` (from the centre of the stage) in place.
 */
export function zoomed(view: View, scale: number, side: number, at: Point = { x: 0, y: 0 }): View {
  const next = Math.min(MAX_SCALE, Math.max(1, scale));
  const factor = next / view.scale;
  return held({ scale: next, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor }, side);
}

export function moved(view: View, by: Point, side: number): View {
  return held({ ...view, x: view.x + by.x, y: view.y + by.y }, side);
}

/**
 * Pinch: the point between the two fingers stays between them, and the scale follows their
 * distance.
 */
export function pinched(view: View, before: [Point, Point], after: [Point, Point], middle: Point, side: number): View {
  const apart = ([a, b]: [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
  const centre = ([a, b]: [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const from = centre(before);
  const to = centre(after);
  const shifted = moved(view, { x: to.x - from.x, y: to.y - from.y }, side);
  return zoomed(shifted, view.scale * (apart(after) / apart(before)), side, { x: to.x - middle.x, y: to.y - middle.y });
}

export function atLimit(view: View): { least: boolean; most: boolean } {
  return { least: view.scale <= 1, most: view.scale >= MAX_SCALE };
}
