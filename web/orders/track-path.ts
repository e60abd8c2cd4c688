/** The page that finds an order by its mobile number, with this order open. It holds no secret. */
export function trackPath(orderNumber: string): string {
  return `/track-order?orderNumber=${encodeURIComponent(orderNumber)}`;
}
