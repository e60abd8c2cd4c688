/** The value of a JSON text from a column; `otherwise` if it is damaged. */
export function readJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
