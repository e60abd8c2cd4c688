import m from '#messages/gift';
import { MAX_GIFT_MESSAGE } from '#shop/orders/gift.ts';
import { forget, useStoredText, writeText } from '#web/lib/device.ts';
import { Checkbox, TextareaField } from '#web/ui/field.tsx';

/** 'This is a gift', and its message: kept on the device until the order is sent. */
export function GiftBox({ className = '' }: { className?: string }) {
  const message = useStoredText('giftMessage');
  return (
    <div className={`grid gap-3 ${className}`}>
      <Checkbox
        label={m.isGift()}
        name="isGift"
        checked={message !== null}
        onChange={(event) => (event.target.checked ? writeText('giftMessage', '') : forget('giftMessage'))}
      />
      {message !== null && (
        <TextareaField
          label={m.message()}
          optional
          rows={3}
          placeholder={m.placeholder()}
          maxLength={MAX_GIFT_MESSAGE}
          value={message}
          onChange={(event) => writeText('giftMessage', event.target.value)}
          hint={m.hint()}
        />
      )}
    </div>
  );
}
