import type { ClipboardEvent } from 'react';
import m from '#messages/order-items';
import { cleanUtr, looksLikeRrn, UTR_MAX, UTR_MIN_DIGITS, utrFromPaste } from '#shop/money/upi.ts';
import { isDayOfUtr } from '#shop/orders/payments/utr.ts';
import { TextField } from '#web/ui/field.tsx';

interface UtrFieldProps {
  utr: string;
  error: string;
  /** When the order was placed, or the time now; epoch ms. */
  paidAt: number;
  onChange: (utr: string) => void;
}

/**
 * The field for a UTR. Pasted text is cleaned first. A number of another day is accepted too; the
 * hint asks for a second look.
 */
export function UtrField({ utr, error, paidAt, onChange }: UtrFieldProps) {
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    onChange(utrFromPaste(event.clipboardData.getData('text')));
  };
  return (
    <TextField
      label={m.utr()}
      name="utr"
      boxClass="[font-family:var(--font-mono)] min-h-14 text-[1.25rem] [letter-spacing:0.04em]"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maxLength={UTR_MAX}
      value={utr}
      error={error}
      hint={error ? undefined : hintOf(utr, paidAt)}
      onPaste={paste}
      onChange={(event) => onChange(cleanUtr(event.target.value).slice(0, UTR_MAX))}
    />
  );
}

function hintOf(utr: string, paidAt: number): string {
  const digits = utr.replace(/\D/g, '').length;
  const entered = { digits, least: UTR_MIN_DIGITS };
  if (digits < UTR_MIN_DIGITS) return m.utrEntered(entered);
  if (!looksLikeRrn(utr)) return m.utrUsual(entered);
  return isDayOfUtr(utr, paidAt) ? m.utrEntered(entered) : m.utrOtherDay(entered);
}
