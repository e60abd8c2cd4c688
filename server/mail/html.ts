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
 * A paragraph; a code to copy; a link, shown as a button, with the words before it in plain text;
 * facts with their labels; or a picture, which plain text leaves out. Only links of the shop and of
 * its couriers, and pictures of the shop, may be passed (D54).
 */
export type Part =
  | string
  | { code: string }
  | { link: string; words: string; before?: string }
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { picture: Picture };

/** A picture that is a link; pixels as it is shown. */
interface Picture {
  src: string;
  alt: string;
  width: number;
  height: number;
  link: string;
}

/** Subject and body of a mail. `brand` heads the HTML and ends the text. */
interface Letter {
  subject: string;
  parts: readonly Part[];
  brand: string;
  /** As an HTML `lang`; English unless given. */
  language?: string;
  /** The message that the mail replies to, below the name of the shop. */
  quote?: string;
}

const CARD = 'padding:24px;background:#fff;border:1px solid #e8dcc8;border-radius:12px;text-align:left';
const LETTERS =
  'font-family:-apple-system,Segoe UI,Roboto,Noto Sans,Arial,sans-serif;font-size:16px;line-height:1.5;color:#27181f';

/**
 * A mail as plain text and as HTML for mail programs: tables, inline styles, nothing remote but
 * pictures of the shop. All text is escaped.
 */
export function letter({ subject, parts, brand, language = 'en', quote }: Letter): {
  subject: string;
  text: string;
  html: string;
} {
  return {
    subject,
    text: `${[...parts.map(asText).filter(Boolean), brand, ...(quote ? [quote] : [])].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#fbf5e9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 16px;background:#fbf5e9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr><td style="${CARD};${LETTERS}">
<div style="margin:0 0 20px;font-size:22px;font-weight:bold;color:#1b5138">${escapeHtml(brand)}</div>
${[...parts, ...(quote ? [quote] : [])].map(asHtml).join('\n')}
</td></tr></table>
</td></tr></table>
</body></html>\n`,
  };
}

function asText(part: Part): string {
  if (typeof part === 'string') return part;
  if ('code' in part) return `    ${part.code}`;
  if ('picture' in part) return '';
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
        `<tr><th scope="row" style="padding:4px 16px 4px 0;text-align:left;font-weight:normal">${escapeHtml(label)}</th><td style="padding:4px 0;text-align:right;font-weight:bold">${escapeHtml(value)}</td></tr>`,
    );
    return `<table style="border-collapse:collapse;margin:16px 0">${rows.join('')}</table>`;
  }
  if ('picture' in part) return pictureHtml(part.picture);
  const before = part.before ? `<p>${escapeHtml(part.before)}:</p>\n` : '';
  return before + buttonHtml(part.link, part.words);
}

/** Outlook gives links neither padding nor a background, only cells. */
function buttonHtml(link: string, words: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:16px 0"><tr><td bgcolor="#2546c7" style="border-radius:8px;mso-padding-alt:12px 20px"><a style="display:inline-block;padding:12px 20px;background:#2546c7;border-radius:8px;color:#fff;font-weight:bold;text-decoration:none" href="${escapeHtml(link)}">${escapeHtml(words)}</a></td></tr></table>`;
}

function pictureHtml({ src, alt, width, height, link }: Picture): string {
  return `<p><a href="${escapeHtml(link)}"><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" style="display:block;border:0;border-radius:8px"></a></p>`;
}
