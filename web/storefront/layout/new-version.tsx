import m from '#messages/frame';
import { useNewVersion } from '#web/lib/new-version.ts';
import { Note } from '#web/ui/note.tsx';
import { rich } from '#web/ui/rich.tsx';

/**
 * Offers a reload when the shop was updated while the page is open. Never by itself, and not in
 * checkout, whose layout has no such notice: there a reload would disturb a payment. Cart, orders
 * and the outbox are stored on the device and stay.
 */
export function NewVersion() {
  const ready = useNewVersion();
  return (
    <div role="status" className={ready ? 'page py-2' : undefined}>
      {ready && (
        <Note tone="info">
          {rich(m.newVersion(), {
            reload: (text) => (
              <button type="button" className="link link-tap" onClick={() => window.location.reload()}>
                {text}
              </button>
            ),
          })}
        </Note>
      )}
    </div>
  );
}
