import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { COUPON_KINDS, type CouponKind } from '#shop/money/coupons.ts';
import type { AdminCoupon } from '#shop/orders/coupons/input.ts';
import { isOutdated, NO_RESPONSE } from '#web/admin/lib/sent-again.ts';
import { adminCall, isSignedOut, serverSentence } from '#web/admin/lib/session.ts';
import { ConfirmDialog } from '#web/admin/ui/confirm-dialog.tsx';
import { NumberField } from '#web/admin/ui/number-field.tsx';
import { OutdatedNote } from '#web/admin/ui/outdated-note.tsx';
import { type Draft, type Errors, type Fields, fieldErrors, useForm } from '#web/admin/ui/use-form.ts';
import { useKept } from '#web/admin/ui/use-kept.ts';
import { isApiError, isUnreachable } from '#web/lib/api.ts';
import { randomKey } from '#web/lib/device-id.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, FieldError, SelectField, TextField } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type CouponForm, EMPTY, errorsOf, formOf, inputOf, KIND_NAMES, sentencesOf } from './coupon-form.ts';
import { couponsQuery } from './coupons-api.ts';

const SAVE_FAILED = 'Failed to save the coupon. Please try again.';

interface EditorProps {
  /** Null for a new one. */
  coupon: AdminCoupon | null;
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** The form of one coupon, with what it does in words, and the ways to pause, end or delete it. */
export function CouponEditor({ coupon, onClose, onCreated }: EditorProps) {
  const client = useQueryClient();
  const [deleting, setDeleting] = useState(false);
  /** Of making a new coupon: it can be sent again when its response is lost. */
  const [once, setOnce] = useKept<string>(['coupon-once']);
  const kept = useKept<Draft<CouponForm>>(['coupon', coupon?.id ?? 'new']);
  const send = useMutation({
    mutationFn: (body: ReturnType<typeof inputOf> & { once?: string }) =>
      coupon
        ? adminCall('PUT /coupons/:id', { params: { id: coupon.id }, body })
        : adminCall('POST /coupons', { body }),
    onSuccess: async ({ message }) => {
      toast.success(message);
      await client.invalidateQueries({ queryKey: ['coupons'] });
    },
    onError: async (error) => {
      if (isSignedOut(error)) return;
      // A coupon that was sent with this key before is in the list now. What was typed since would
      // be another one.
      if (isOutdated(error)) setOnce(() => null);
      form.refuse(fieldErrors(error));
      await client.invalidateQueries({ queryKey: ['coupons'] });
      const now = client.getQueryData(couponsQuery.queryKey)?.coupons.find(({ id }) => id === coupon?.id);
      // The notice in the form says it.
      if (isApiError(error) && error.status === 409 && form.dirty && now && now.version !== form.base) return;
      toast.error(serverSentence(error, !coupon && isUnreachable(error) ? NO_RESPONSE : SAVE_FAILED));
    },
  });
  const form = useForm<CouponForm>({
    start: coupon ? formOf(coupon) : EMPTY,
    version: coupon?.version,
    kept,
    check: (typed) => errorsOf(typed, coupon),
    busy: send.isPending,
    // It opens above the list on a phone, and beside it elsewhere.
    focus: true,
    onSubmit: (typed) => {
      const key = once ?? randomKey();
      if (!coupon) setOnce(() => key);
      send.mutate(
        { ...inputOf(typed, coupon), ...(coupon ? {} : { once: key }) },
        {
          onSuccess: ({ coupon: saved }) => {
            form.saved(typed, saved.version);
            setOnce(() => null);
            if (!coupon) onCreated(saved.id);
          },
        },
      );
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => adminCall('DELETE /coupons/:id', { params: { id } }),
    onSuccess: async ({ message }) => {
      toast.success(message);
      await client.invalidateQueries({ queryKey: ['coupons'] });
      onClose();
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'Failed to delete the coupon. Please try again.'));
    },
  });
  /**
   * Changes the stored coupon. What is typed stays and is not saved with it, but the last day
   * follows the end.
   */
  const change = (part: { paused?: boolean; endsAt?: number }) =>
    coupon &&
    send.mutate(
      { ...inputOf(formOf(coupon), coupon), ...part },
      {
        onSuccess: ({ coupon: saved }) => {
          const till = part.endsAt === undefined ? {} : { till: formOf(saved).till };
          kept[1]((now) => now && { value: { ...now.value, ...till }, base: Number(now.base) + 1 });
        },
      },
    );
  const title = coupon ? `Edit ${coupon.code ?? coupon.name}` : 'New coupon';
  const over = coupon?.status === 'ended';
  return (
    <section className="admin-card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
        <Button variant="quiet" size="admin" className="ml-auto" onClick={onClose}>
          Close
        </Button>
      </header>
      <form {...form.props}>
        <div className="card-body grid gap-4">
          <Sentences form={form.value} coupon={coupon} />
          <CouponFields {...form} />
        </div>
        <footer className="admin-foot record-foot">
          {form.outdated && <OutdatedNote what="coupon" onLatest={form.clear} onMine={form.keepMine} />}
          <span className="row-actions">
            {coupon && !over && (
              <>
                <Button variant="quiet" size="admin" onClick={() => change({ paused: !coupon.paused })}>
                  {coupon.paused ? 'Resume' : 'Pause'}
                </Button>
                <Button variant="quiet" size="admin" onClick={() => change({ endsAt: Date.now() })}>
                  End now
                </Button>
              </>
            )}
            {coupon && coupon.taken === 0 && coupon.orders === 0 && (
              <Button variant="quiet" size="admin" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
          </span>
          {!form.outdated && (
            <Button type="submit" size="admin" busy={form.busy} busyText="Saving…">
              Save
            </Button>
          )}
        </footer>
      </form>
      <ConfirmDialog
        open={deleting}
        title="Delete this coupon?"
        action="Delete"
        busyText="Deleting…"
        busy={remove.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={() => coupon && remove.mutate(coupon.id)}
      >
        <p>Nobody has used {coupon?.code ?? coupon?.name} yet. It is deleted for good.</p>
      </ConfirmDialog>
    </section>
  );
}

function Sentences({ form, coupon }: { form: CouponForm; coupon: AdminCoupon | null }) {
  const sentences = sentencesOf(form, coupon);
  if (!sentences) return null;
  return (
    <Note tone="info">
      <p>
        <b>{sentences.gives}</b> {sentences.limits}
      </p>
      <p>{sentences.example}</p>
    </Note>
  );
}

interface CouponFieldsProps extends Fields<CouponForm> {
  value: CouponForm;
  errors: Errors;
  edit: (change: Partial<CouponForm>) => void;
}

function CouponFields({ value: form, errors, edit, text, tick, pick }: CouponFieldsProps) {
  const number = (name: 'maxDiscount' | 'minOrder' | 'maxUses' | 'perPhone' | 'value', label: string) => (
    <NumberField label={label} {...pick(name)} />
  );
  const day = (name: 'from' | 'till', label: string, error: string | undefined) => (
    <TextField
      label={label}
      type="date"
      admin
      className="min-w-0"
      boxClass="min-w-0"
      value={form[name]}
      error={error}
      onChange={(event) => edit({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="How it applies"
          name="automatic"
          admin
          value={form.automatic ? 'automatic' : 'code'}
          onChange={(event) => edit({ automatic: event.target.value === 'automatic' })}
        >
          <option value="code">With a code</option>
          <option value="automatic">Automatically</option>
        </SelectField>
        {form.automatic ? (
          <TextField label="Name for shoppers" admin {...text('name')} maxLength={60} />
        ) : (
          <TextField
            label="Code"
            admin
            {...text('code')}
            boxClass="mono"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            onChange={(event) => edit({ code: event.target.value.toUpperCase() })}
          />
        )}
        <SelectField
          label="Discount type"
          name="kind"
          admin
          value={form.kind}
          onChange={(event) => edit({ kind: event.target.value as CouponKind })}
        >
          {Object.entries(KIND_NAMES).map(([kind, { name }]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </SelectField>
        {number('value', KIND_NAMES[form.kind].value)}
        {COUPON_KINDS[form.kind].hasLimit && number('maxDiscount', 'Maximum discount, ₹')}
        {number('minOrder', 'Minimum order, ₹')}
        {day('from', 'From', errors.startsAt)}
        {day('till', 'Until', errors.endsAt)}
        {number('maxUses', 'Total uses')}
        {number('perPhone', 'Uses per mobile number')}
      </div>
      <Checkbox label="First order only" {...tick('firstOrder')} />
      <SelectField
        label="Applies to"
        name="scope"
        admin
        value={form.scope}
        onChange={(event) => edit({ scope: event.target.value as CouponForm['scope'], ids: [] })}
      >
        <option value="all">All products</option>
        <option value="categories">Selected categories</option>
        <option value="products">Selected products</option>
      </SelectField>
      {form.scope !== 'all' && (
        <Choice kind={form.scope} ids={form.ids} error={errors['scope.ids']} onChange={(ids) => edit({ ids })} />
      )}
    </>
  );
}

function Choice({
  kind,
  ids,
  error,
  onChange,
}: {
  kind: 'products' | 'categories';
  ids: string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}) {
  const { data: all, isError } = useQuery({
    queryKey: ['coupon-choice', kind],
    queryFn: async ({ signal }) =>
      kind === 'categories'
        ? (await adminCall('GET /admin/categories', {}, { signal })).categories
        : (await adminCall('GET /products', { query: { limit: 1000 } }, { signal })).products,
  });
  const label = kind === 'categories' ? 'Categories' : 'Products';
  return (
    <fieldset>
      <legend className="field-label">{label}</legend>
      <div className="mt-2 grid max-h-60 gap-1 overflow-y-auto">
        {isError && <FieldError>The list could not be loaded. Please try again.</FieldError>}
        {all?.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={ids.includes(id)}
            onChange={(event) => onChange(event.target.checked ? [...ids, id] : ids.filter((one) => one !== id))}
          />
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
