/** Makes text from outside inert inside HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A whole simple letter around HTML that is safe already. */
export function htmlLetter(html: string): string {
  return `<!doctype html><html lang="en"><body style="font-family:sans-serif;color:#222;line-height:1.5">\n${html}\n</body></html>\n`;
}
