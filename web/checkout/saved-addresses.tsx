import m from '#messages/address';
import type { StoredAddress } from '#web/lib/stored-checkout.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus } from '#web/ui/icons.ts';
import { Pencil, Trash2 } from '#web/ui/page-icons.ts';

/** The addresses saved on this device, above the form: choose, edit, delete, or start a new one. */
export function SavedAddresses({
  addresses,
  chosen,
  onChoose,
  onEdit,
  onDelete,
  onNew,
}: {
  addresses: StoredAddress[];
  chosen: string | null;
  onChoose: (address: StoredAddress) => void;
  onEdit: (address: StoredAddress) => void;
  onDelete: (address: StoredAddress) => void;
  onNew: () => void;
}) {
  if (addresses.length === 0) return null;
  /**
   * The button goes too: focus moves to the next address, or to 'New address' after the last one.
   */
  const remove = (address: StoredAddress, button: HTMLElement) => {
    const next = button.closest('.panel')?.nextElementSibling;
    onDelete(address);
    if (addresses.length > 1) (next?.querySelector('input') ?? (next as HTMLElement | null))?.focus();
  };
  return (
    <fieldset className="mb-6 grid min-w-0 gap-2">
      <legend className="field-label mb-2">{m.saved()}</legend>
      {addresses.map((address) => (
        <div key={address.id} className="panel flex flex-wrap items-start gap-3 p-4">
          <label className="flex min-w-0 flex-[1_1_9rem] items-start gap-3">
            <input
              type="radio"
              className="box"
              name="savedAddress"
              checked={address.id === chosen}
              onChange={() => onChoose(address)}
            />
            <span className="min-w-0 wrap-anywhere">
              <b className="block weight-650">{address.name}</b>
              <span className="text-small text-ink-soft">
                {address.address}, {address.city} {address.pincode}
              </span>
            </span>
          </label>
          <span className="-m-2 flex shrink-0">
            <button
              type="button"
              className="iconbtn"
              aria-label={m.editOf({ name: address.name })}
              onClick={() => onEdit(address)}
            >
              <Icon of={Pencil} />
            </button>
            <button
              type="button"
              className="iconbtn"
              aria-label={m.deleteOf({ name: address.name })}
              onClick={(event) => remove(address, event.currentTarget)}
            >
              <Icon of={Trash2} />
            </button>
          </span>
        </div>
      ))}
      <Button variant="text" className="justify-self-start" onClick={onNew}>
        <Icon of={Plus} /> {m.newAddress()}
      </Button>
    </fieldset>
  );
}
