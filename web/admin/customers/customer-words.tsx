import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomerDetail } from '#shop/customers/customer-calls.ts';
import { NOTE_LENGTH, TAG_LENGTH } from '#shop/customers/customers.ts';
import { formatDate } from '#shop/india/dates.ts';
import type { ResponseFor } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextareaField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { X } from '#web/ui/icons.ts';
import { Trash2 } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { type Draft, useForm } from '../ui/use-form.ts';
import { useKept } from '../ui/use-kept.ts';
import { HARSH_MS, useSettled } from '../ui/use-settled.ts';
import { customerQuery } from './customers-api.ts';

const FAILED = 'Failed to save. Please try again.';

/** Notes and tags, which only staff see. */
export function CustomerWords({ customer }: { customer: CustomerDetail }) {
  const { id, notes, tags } = customer;
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (send: () => Promise<ResponseFor<'POST /customers/:id/notes'>>) => send(),
    onSuccess: async (response) => {
      client.setQueryData(customerQuery(id).queryKey, { success: true, customer: response.customer });
      toast.success(response.message);
      await client.invalidateQueries({ queryKey: ['customers', 'list'] });
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, FAILED));
    },
  });
  /** The note that is being deleted. */
  const [leaving, setLeaving] = useState<string | null>(null);
  const list = useSettled<HTMLUListElement>(notes.map((one) => one.id).join(' '), { ms: HARSH_MS });
  const labels = useSettled<HTMLUListElement>(tags.join('\n'), { ms: HARSH_MS });
  const removeNote = (gone: string) => {
    if (change.isPending) return;
    setLeaving(gone);
    change.mutate(() => adminCall('DELETE /customers/:id/notes/:note', { params: { id, note: gone } }), {
      onSettled: () => setLeaving(null),
    });
  };
  const removeTag = (gone: string) => {
    if (!change.isPending)
      change.mutate(() => adminCall('DELETE /customers/:id/tags/:tag', { params: { id, tag: gone } }));
  };
  const params = { id };
  const noting = useForm({
    start: { note: '' },
    kept: useKept<Draft<{ note: string }>>(['customer-note', id]),
    busy: change.isPending,
    onSubmit: (body) => {
      if (body.note.trim() === '') return;
      change.mutate(() => adminCall('POST /customers/:id/notes', { params, body }), { onSuccess: noting.clear });
    },
  });
  const tagging = useForm({
    start: { tag: '' },
    busy: change.isPending,
    onSubmit: (body) => {
      if (body.tag.trim() === '') return;
      change.mutate(() => adminCall('POST /customers/:id/tags', { params, body }), { onSuccess: tagging.clear });
    },
  });
  return (
    <section className="admin-card min-w-0">
      <header className="card-head">
        <h2>Notes and tags</h2>
        <span>only for staff</span>
      </header>
      <div className="card-body grid gap-4">
        {notes.length > 0 && (
          <ul ref={list} className="grid gap-3" aria-label="Notes">
            {notes.map((one) => (
              <li key={one.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
                <div className="min-w-0">
                  <p className="wrap-anywhere whitespace-pre-line">{one.note}</p>
                  <small className="text-ink-soft">
                    {one.by}, {formatDate(one.at)}
                  </small>
                </div>
                <Button
                  variant="quiet"
                  size="admin"
                  className="btn-admin-icon self-start"
                  aria-label={`Delete the note of ${formatDate(one.at)}`}
                  busy={change.isPending && leaving === one.id}
                  onClick={() => removeNote(one.id)}
                >
                  {!(change.isPending && leaving === one.id) && <Icon of={Trash2} />}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <form className="grid gap-2" {...noting.props}>
          <TextareaField label="Add a note" admin {...noting.text('note')} rows={2} maxLength={NOTE_LENGTH} />
          {noting.value.note.trim() !== '' && (
            <Button type="submit" size="admin" variant="quiet" busy={change.isPending} busyText="Saving…">
              Save note
            </Button>
          )}
        </form>
        {tags.length > 0 && (
          <ul ref={labels} className="flex flex-wrap gap-2" aria-label="Tags">
            {tags.map((one) => (
              <li key={one}>
                <Button
                  variant="quiet"
                  size="admin"
                  aria-label={`Remove the tag ${one}`}
                  onClick={() => removeTag(one)}
                >
                  {one} <Icon of={X} />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <form className="flex items-end gap-2" {...tagging.props}>
          <TextField
            label="Add a tag"
            admin
            {...tagging.text('tag')}
            className="min-w-0 flex-1"
            maxLength={TAG_LENGTH}
          />
          <Button type="submit" size="admin" variant="quiet">
            Add
          </Button>
        </form>
      </div>
    </section>
  );
}
