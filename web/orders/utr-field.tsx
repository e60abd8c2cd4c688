import { type ClipboardEvent, useState } from 'react';
import m from '#messages/order-items';
import { cleanUtr, looksLikeRrn, UTR_MAX, UTR_MIN_DIGITS, utrsFromPaste } from '#shop/money/upi.ts';
import { isDayOfUtr } from '#shop/orders/payments/utr.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

interface UtrFieldProps {
  utr: string;
  error: string;
  /** When the order was placed, or the time now; epoch ms. */
  paidAt: number;
  onChange: (utr: string) => void;
}

/**
 * The field for a UTR. Of a pasted text it takes the UTR, or asks which number it is. A number of
 * another day is accepted too; the hint asks for a second look.
 */
export function UtrField({ utr, error, paidAt, onChange }: UtrFieldProps) {
  const [choices, setChoices] = useState<string[]>([]);
  const take = (next: string) => {
    setChoices([]);
    onChange(next);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const [first = '', ...others] = utrsFromPaste(event.clipboardData.getData('text'));
    take(others.length === 0 ? first : '');
    if (others.length > 0) setChoices([first, ...others]);
  };
  return (
    <div className="grid gap-3">
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
        onChange={(event) => take(cleanUtr(event.target.value).slice(0, UTR_MAX))}
      />
      {choices.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="field-label mb-2">{m.utrWhich()}</legend>
          {choices.map((choice) => (
            <Button key={choice} variant="line" className="num" onClick={() => take(choice)}>
              {choice}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function hintOf(utr: string, paidAt: number): string {
  const digits = utr.replace(/\D/g, '').length;
  const entered = { digits, least: UTR_MIN_DIGITS };
  if (digits < UTR_MIN_DIGITS) return m.utrEntered(entered);
  if (!looksLikeRrn(utr)) return m.utrUsual(entered);
  return isDayOfUtr(utr, paidAt) ? m.utrEntered(entered) : m.utrOtherDay(entered);
}
