import { RECEIVED_AS, type ReceivedAs } from '#shop/orders/by-staff.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { adminCall, useMay } from '#web/admin/lib/session.ts';
import { useForm } from '#web/admin/ui/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { RadioTiles } from '#web/ui/radio-tiles.tsx';
import { toast } from '#web/ui/toast.tsx';
import { RECEIVED_WORDS } from './payment-card.tsx';

const WAYS = { utr: 'UTR', ...RECEIVED_WORDS };

/** The customer of an order that waits for its link has paid: by UPI, or to staff. */
export function PaidForm({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const mayReceive = useMay()('PUT /orders/:id/payment');
  const form = useForm({
    start: { by: 'utr' as 'utr' | ReceivedAs, utrNumber: '', note: '' },
    focus: true,
    check: ({ by, utrNumber, note }) => ({
      'payment.utrNumber': by === 'utr' && utrNumber.trim() === '' ? 'Please enter the UTR' : null,
      'payment.note': by !== 'utr' && note.trim() === '' ? 'Please write a note about the money' : null,
    }),
    onSubmit: async ({ by, utrNumber, note }) => {
      const payment = by === 'utr' ? { by, utrNumber } : { by: 'received' as const, as: by, note };
      const { message } = await adminCall('POST /orders/:id/paid', {
        params: { id: order.orderNumber },
        body: { payment },
      });
      toast.success(message);
      onDone();
    },
  });
  const { value, errors } = form;
  return (
    <form {...form.props} className="admin-card card-body grid gap-3" aria-label="Payment">
      {mayReceive && (
        <RadioTiles
          legend="Paid by"
          hideLegend
          name="by"
          look="segments"
          value={value.by}
          tiles={(['utr', ...RECEIVED_AS] as const).map((by) => ({ value: by, label: WAYS[by] }))}
          onChange={(by) => form.edit({ by })}
        />
      )}
      {value.by === 'utr' ? (
        <TextField
          label="UTR"
          {...form.text('utrNumber')}
          error={errors['payment.utrNumber']}
          admin
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          boxClass="mono"
        />
      ) : (
        <TextField
          label="Note"
          {...form.text('note')}
          error={errors['payment.note']}
          admin
          autoComplete="off"
          maxLength={200}
          hint="The online payment offer is for UPI only and is taken off. Kept with the order and in the audit log."
        />
      )}
      <Button type="submit" size="admin" busy={form.busy} busyText="Saving…">
        Save payment
      </Button>
    </form>
  );
}
