/** Escapes text for use in HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Wraps safe HTML in a complete HTML document for a mail. */
export function htmlLetter(html: string): string {
  return `<!doctype html><html lang="en"><body style="font-family:sans-serif;color:#222;line-height:1.5">\n${html}\n</body></html>\n`;
}
