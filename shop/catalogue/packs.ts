import m from '#messages/packs';
import { currentLanguage } from '../language.ts';

/** What shoppers read about packs: sizes and weights. */

/** '250g', '1.5 kg', '4 x 250g'. */
const AMOUNT = /^(?:(\d+) ?[x×] ?)?(\d+(?:\.\d+)?) ?(g|kg|ml|l)$/i;
const PACK = /^pack of (\d+)$/i;

/**
 * A size, whose English label is also its key: '250g' is '250 ग्राम' in Hindi. A label in other
 * words is shown as the owner wrote it.
 */
export function sizeLabel(size: string): string {
  if (currentLanguage() === 'en') return size;
  const [, packs, amount = '', unit] = AMOUNT.exec(size) ?? [];
  if (unit) {
    const one = m[`size_${readUnit(unit)}`]({ amount });
    return packs ? m.several({ packs, size: one }) : one;
  }
  const [, count] = PACK.exec(size) ?? [];
  if (count) return m.packOf({ count });
  return size === 'Standard' ? m.standard() : size;
}

/** The grams that a size's label names: 1000 for '4 x 250g'; null when it names none, as '500 ml'. */
export function gramsOf(label: string): number | null {
  const [, packs = '1', amount = '', unit = ''] = AMOUNT.exec(label.trim()) ?? [];
  const each = { g: 1, kg: 1000 }[unit.toLowerCase()];
  return each === undefined ? null : Math.round(Number(packs) * Number(amount) * each);
}

/** The weight of one pack as its key, '250g' for '250 G'; null for a label that names none, or several packs. */
export function packSizeOf(label: string): string | null {
  const [, packs, amount, unit = ''] = AMOUNT.exec(label.trim()) ?? [];
  return packs === undefined && /^k?g$/i.test(unit) ? `${amount}${unit.toLowerCase()}` : null;
}

function readUnit(text: string): 'g' | 'kg' | 'ml' | 'l' {
  const unit = text.toLowerCase();
  return unit === 'kg' || unit === 'ml' || unit === 'l' ? unit : 'g';
}

/** '250 g', '18.4 g', '513 kcal'. */
export function measure(amount: number, unit: 'g' | 'kg' | 'mg' | 'kcal'): string {
  return m[`measure_${unit}`]({ amount });
}

/** Texts one after the other, such as 'Contains: milk' and 'May contain: wheat'. */
export function asSentences(texts: readonly string[]): string {
  return texts.join(m.stop());
}
