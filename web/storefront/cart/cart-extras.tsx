import m from '#messages/cart';
import { DeliveryCheck } from '#web/lib/delivery-check.tsx';
import { useStoredText, writeText } from '#web/lib/device.ts';
import { TextareaField } from '#web/ui/field.tsx';

/** Below the lines: the order note, saved for the order, and the delivery check. */
export function CartExtras({ shippingMessage }: { shippingMessage: string }) {
  const note = useStoredText('orderNote') ?? '';
  return (
    <div className="form-grid mt-7">
      <TextareaField
        className="half"
        label={m.note()}
        placeholder={m.notePlaceholder()}
        maxLength={1000}
        value={note}
        onChange={(event) => writeText('orderNote', event.target.value)}
      />
      <DeliveryCheck className="half" hint={shippingMessage} />
    </div>
  );
}
