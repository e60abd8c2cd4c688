import m from '#messages/payment';
import { formatRupees, toPaise } from '#shop/money/money.ts';
import { codeIn } from '#web/lib/discounts.ts';
import type { Pricing } from '#web/lib/stored-checkout.ts';
import { Note } from '#web/ui/note.tsx';
import { rich } from '#web/ui/rich.tsx';

/** Why paise are taken off (D61). Renders nothing without a payment code. */
export function CodeNote({ discounts, total }: Pick<Pricing, 'discounts' | 'total'>) {
  const code = codeIn(discounts);
  if (code === 0) return null;
  return (
    <Note tone="info" className="mt-4">
      {rich(m.paymentCode({ paise: toPaise(code), amount: formatRupees(total) }), {
        b: (amount) => <b className="weight-600">{amount}</b>,
      })}
    </Note>
  );
}
