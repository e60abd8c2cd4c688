/** Escapes text for use in HTML content and quoted attributes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/**
 * A paragraph; a code to copy; a link, shown as a button, with the words before it in plain text; or facts with their labels. Only
 * links of the shop and of its couriers may be passed (D54).
 */
export type Part =
  | string
  | { code: string }
  | { link: string; words: string; before?: string }
  | { facts: readonly (readonly [label: string, value: string])[] };

/** The body of a mail as plain text and as simple HTML. All text is escaped. `brand` heads the HTML and ends the text. */
export function letter(parts: readonly Part[], brand?: string): { text: string; html: string } {
  const heading = brand
    ? `<div style="margin:0 0 20px;font-size:22px;font-weight:bold;color:#1b5138">${escapeHtml(brand)}</div>\n`
    : '';
  return {
    text: `${[...parts.map(asText), ...(brand ? [brand] : [])].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="margin:0;background:#fbf5e9;font-family:sans-serif;color:#27181f;line-height:1.5">
<div style="max-width:560px;margin:0 auto;padding:24px 16px"><div style="padding:24px;background:#fff;border:1px solid #e8dcc8;border-radius:12px">
${heading}${parts.map(asHtml).join('\n')}
</div></div></body></html>\n`,
  };
}

function asText(part: Part): string {
  if (typeof part === 'string') return part;
  if ('code' in part) return `    ${part.code}`;
  if ('facts' in part) return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  return part.before ? `${part.before}: ${part.link}` : part.link;
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`;
  if ('code' in part) {
    return `<p style="font-size:28px;font-weight:bold;letter-spacing:6px">${escapeHtml(part.code)}</p>`;
  }
  if ('facts' in part) {
    const rows = part.facts.map(
      ([label, value]) =>
        `<tr><td style="padding:4px 16px 4px 0">${escapeHtml(label)}</td><td style="padding:4px 0;text-align:right;font-weight:bold">${escapeHtml(value)}</td></tr>`,
    );
    return `<table style="border-collapse:collapse;margin:16px 0">${rows.join('')}</table>`;
  }
  const before = part.before ? `<p>${escapeHtml(part.before)}:</p>\n` : '';
  return `${before}<p><a style="display:inline-block;padding:12px 20px;background:#2546c7;border-radius:8px;color:#fff;font-weight:bold;text-decoration:none" href="${escapeHtml(part.link)}">${escapeHtml(part.words)}</a></p>`;
}
