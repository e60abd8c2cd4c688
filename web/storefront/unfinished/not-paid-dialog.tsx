import m from '#messages/unfinished';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TriangleAlert } from '#web/ui/icons.ts';

/** The answers to the question, and whether it is open. */
interface NotPaidActions {
  asking: boolean;
  busy: boolean;
  havePaid: () => void;
  back: () => void;
  close: () => Promise<void>;
}

/** Asks once before the shop frees the items of a payment that was not made. */
export function NotPaidDialog({ actions }: { actions: NotPaidActions }) {
  return (
    <Dialog open={actions.asking} onClose={actions.back} title={m.askTitle()}>
      <p className="text-ink-soft">{m.askText()}</p>
      {/* Not a note: a note in the strips takes their place. */}
      <p className="flex gap-2.5 rounded-control bg-warn-bg px-4 py-3 text-[0.9375rem] text-warn">
        <Icon of={TriangleAlert} className="mt-0.5" /> {m.askWarning()}
      </p>
      <div className="grid gap-2">
        <Button variant="line" size="lg" block busy={actions.busy} onClick={() => void actions.close()}>
          {m.didNotPay()}
        </Button>
        <Button variant="quiet" size="lg" block onClick={actions.havePaid}>
          {m.havePaid()}
        </Button>
        <Button variant="bare" block className="weight-600 text-ink-soft" onClick={actions.back}>
          {m.back()}
        </Button>
      </div>
    </Dialog>
  );
}
