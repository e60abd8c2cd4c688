/** Where a picture stands under a magnifying glass: pure arithmetic. `x` and `y` move its middle, in pixels of the stage. */
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
/** What one press of a button or a double tap does. */
export const STEP = 1.6;
export const CLOSE_UP = 2.5;

/** The same scale with the picture's edges never inside the frame. `side`: of the square picture at scale 1. */
function held({ scale, x, y }: View, side: number): View {
  const room = (side * (scale - 1)) / 2;
  // `|| 0` takes the sign from a zero.
  const hold = (value: number) => Math.min(room, Math.max(-room, value)) || 0;
  return { scale, x: hold(x), y: hold(y) };
}

/** Magnified to `scale` (1–5) so that what lies under `at` (from the middle of the stage) stays under it. */
export function zoomed(view: View, scale: number, side: number, at: Point = { x: 0, y: 0 }): View {
  const next = Math.min(MAX_SCALE, Math.max(1, scale));
  const factor = next / view.scale;
  return held({ scale: next, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor }, side);
}

export function moved(view: View, by: Point, side: number): View {
  return held({ ...view, x: view.x + by.x, y: view.y + by.y }, side);
}

/** Two fingers: what lay between them stays between them, and grows as they part. */
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
