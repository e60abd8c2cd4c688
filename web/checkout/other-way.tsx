import m from '#messages/payment';
import { Button } from '#web/ui/button.tsx';

/** Leaves the payment steps when the app or the bank declined the payment. */
export function OtherWay({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="bare" block className="weight-600 text-ink-soft" onClick={onPress}>
      {m.declined()}
    </Button>
  );
}
