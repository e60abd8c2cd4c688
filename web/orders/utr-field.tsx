import type { ClipboardEvent } from 'react';
import { cleanUtr, looksLikeRrn, UTR_MAX, UTR_MIN_DIGITS } from '#shop/money/upi.ts';
import { utrFromPaste } from '#web/lib/checkout.ts';
import { TextField } from '#web/ui/field.tsx';

/** The field for a UTR. Pasted text is cleaned first. */
export function UtrField({ utr, error, onChange }: { utr: string; error: string; onChange: (utr: string) => void }) {
  const digits = utr.replace(/\D/g, '').length;
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    onChange(utrFromPaste(event.clipboardData.getData('text')));
  };
  return (
    <TextField
      label="UTR/Reference number"
      name="utr"
      boxClass="[font-family:var(--font-mono)] min-h-14 text-[1.25rem] [letter-spacing:0.04em]"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maxLength={UTR_MAX}
      value={utr}
      error={error}
      hint={
        error
          ? undefined
          : `${digits} of at least ${UTR_MIN_DIGITS} digits entered${digits >= UTR_MIN_DIGITS && !looksLikeRrn(utr) ? '. A UPI reference usually has 12 digits.' : ''}`
      }
      onPaste={paste}
      onChange={(event) => onChange(cleanUtr(event.target.value).slice(0, UTR_MAX))}
    />
  );
}
