/**
 * The origin of a worker's shop. playwright.config.ts starts one shop per worker on consecutive
 * ports.
 */
export function originOf(worker: number): string {
  return `http://127.0.0.1:${Number(process.env.E2E_PORT ?? 3177) + worker}`;
}
