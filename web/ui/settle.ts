/** As long as somebody needs to see that another button lies under the finger. */
const SETTLE_MS = 400;

/**
 * A ref for what takes the place of something that may be pressed at this moment: the pointer passes through it until it has been seen.
 * The keyboard and the focus are not held up. Give the element a `key` that changes with its content, so that the ref runs again.
 */
export function settle(element: Element | null): void {
  element?.animate({ pointerEvents: ['none', 'none'] }, SETTLE_MS);
}
