/** Where the shop of a worker of the browser tests is (playwright.config.ts starts one for each, on ports in a row). */
export function originOf(worker: number): string {
  return `http://127.0.0.1:${Number(process.env.E2E_PORT ?? 3177) + worker}`;
}
