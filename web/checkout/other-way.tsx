import { Button } from '#web/ui/button.tsx';

/** Out of the steps in which money is moving, for a payment that the app or the bank has declined. */
export function OtherWay({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="bare" block className="font-semibold text-ink-soft" onClick={onPress}>
      Payment declined? Pay another way
    </Button>
  );
}
