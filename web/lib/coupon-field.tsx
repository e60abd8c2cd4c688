import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import m from '#messages/coupon';
import { cleanCode } from '#shop/money/coupons.ts';
import type { CouponResult } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { rich } from '#web/ui/rich.tsx';
import { forget, useStoredText, writeText } from './device.ts';

interface CouponFieldProps {
  /** What the shop said about the stored code; null while it has not. */
  result: CouponResult | null;
  className?: string;
}

/**
 * 'Have a coupon?', folded until it is opened or a code is stored. The code is stored on the device
 * and sent with the next price or draft; one that does not apply stays, with the reason, because it
 * may apply later.
 */
export function CouponField({ result, className = '' }: CouponFieldProps) {
  const code = useStoredText('couponCode') ?? '';
  /** Null until somebody types: then the stored code is in the box. */
  const [typed, setTyped] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const text = typed ?? code;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const used = useRef(false);
  const current = result?.code === code ? result : null;
  const remove = () => {
    used.current = true;
    setTyped(null);
    forget('couponCode');
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const clean = cleanCode(text);
    setMissing(clean === '' && code === '');
    setTyped(null);
    used.current = true;
    if (clean) writeText('couponCode', clean);
    else remove();
  };
  const applied = current?.applied === true;
  // The button that was pressed may be gone, now or when the shop has responded: focus goes to what
  // took its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change what is shown
  useEffect(() => {
    if (!used.current || document.activeElement !== document.body) return;
    used.current = false;
    root.current?.querySelector<HTMLElement>('summary, button')?.focus({ preventScroll: true });
  }, [applied, code]);
  // Refused: the pressed button is still there, and later changes of the cart are not this press.
  useEffect(() => {
    if (current && !applied) used.current = false;
  }, [current, applied]);
  const refused = current && typed === null && !applied ? current.message : '';
  const refusal = missing ? m.missing() : refused;
  return (
    <div ref={root} className={`text-small ${className}`}>
      {/* There from the start, because a region added together with its text is often not announced. */}
      <div role="status" className={applied ? 'flex flex-wrap items-center justify-between gap-x-3' : undefined}>
        {applied && (
          <>
            <span>
              {rich(m.applied({ code }), { b: (text) => <b className="weight-650">{text}</b> })}
              {current?.reason && <span className="block text-ink-soft">{current.message}</span>}
            </span>
            <Button variant="text" onClick={remove} aria-label={m.removeCoupon({ code })}>
              {m.remove()}
            </Button>
          </>
        )}
      </div>
      {!applied && (
        <Fold label={m.ask()} lineClass="text-neel-700" open={code !== '' || undefined}>
          <form className="mt-1 grid gap-2" noValidate onSubmit={apply}>
            <NeedsScript />
            <label htmlFor={id} className="sr-only">
              {m.code()}
            </label>
            <div className="flex flex-wrap gap-2">
              <input
                id={id}
                className="input w-24 grow"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={40}
                value={text}
                aria-describedby={`${id}-result`}
                aria-invalid={refusal !== '' || undefined}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setMissing(false);
                }}
              />
              <Button type="submit" variant="line" className="min-h-12">
                {m.apply()}
              </Button>
            </div>
            <div id={`${id}-result`} role="status">
              {refusal && <FieldError>{refusal}</FieldError>}
            </div>
            {code !== '' && (
              <Button variant="text" className="justify-self-start" onClick={remove}>
                {m.removeCode()}
              </Button>
            )}
          </form>
        </Fold>
      )}
    </div>
  );
}
