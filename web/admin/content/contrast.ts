/**
 * The contrast ratio of two hex colours such as #166534 (WCAG 2.2), to one decimal; null for other
 * formats.
 */
export function contrastOf(a: string, b: string): number | null {
  const [first, second] = [luminance(a), luminance(b)];
  if (first === null || second === null) return null;
  const ratio = (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  return Math.round(ratio * 10) / 10;
}

function luminance(color: string): number | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  const parts = short?.slice(1).map((digit) => digit + digit) ?? long?.slice(1);
  if (!parts) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
