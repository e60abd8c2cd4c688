/** As long as somebody needs to see that another button lies under the finger. */
const SETTLE_MS = 400;

/**
 * For what takes the place of something that may be pressed at this moment: the pointer passes
 * through it until it has been seen. The keyboard and the focus are not held up. As a ref it runs
 * when the element appears; a `key` that changes with the content makes it appear again.
 */
export function settle(element: Element | null, ms = SETTLE_MS): void {
  element?.animate({ pointerEvents: ['none', 'none'] }, ms);
}
