import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { bodyOf, checkForm, formOf, type ProductForm } from '#shop/catalogue/product-form.ts';
import { differenceOf, keepTyped } from '#shop/catalogue/product-merge.ts';
import { adminCall, isSignedOut, serverSentence } from '#web/admin/lib/session.ts';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { loadForForm } from '../products-api.ts';
import { tellProducts } from '../use-product-actions.ts';
import { draftAuthor, dropDraft, keepDraft } from './draft.ts';

export interface FormState {
  form: ProductForm;
  set: (patch: Partial<ProductForm>) => void;
  /** The sentence of a field by its path in the body, also of a part of it. */
  errorOf: (path: string) => string | undefined;
}

/** What is typed into the form of one product, its draft, its errors and its save. */
export function useProductForm(id: string, begin: { form: ProductForm; initial: ProductForm }, onSaved: () => void) {
  const client = useQueryClient();
  const [form, setForm] = useState(begin.form);
  const [tried, setTried] = useState(false);
  /** What the server refused, until something is typed. */
  const [refused, setRefused] = useState<Record<string, string>>({});
  const element = useRef<HTMLFormElement>(null);
  /** The stored state that what is typed was typed over. */
  const [initial, setInitial] = useState(begin.initial);
  const dirty = JSON.stringify(form) !== JSON.stringify(initial);

  // Asked once: a session that ends takes the name away while the form still stands.
  const [by] = useState(draftAuthor);

  useEffect(() => {
    if (dirty) keepDraft({ id, form, initial, by });
    else dropDraft(id);
  }, [id, form, initial, dirty, by]);

  const errors = { ...refused, ...(tried ? checkForm(form) : {}) };
  const lookAtError = () =>
    // After the sentences have been drawn.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  /** Somebody else has saved since: how the product stands now. */
  const newer = useMutation({
    mutationFn: async () => {
      const { product, reviews } = await loadForForm(id);
      return formOf(product, reviews);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['products'] }),
  });

  const save = useMutation({
    mutationFn: () =>
      id === 'new'
        ? adminCall('POST /products', { body: bodyOf(form) })
        : adminCall('PUT /products/:id', { params: { id }, body: bodyOf(form) }),
    onSuccess: async ({ message }) => {
      dropDraft(id);
      toast.success(message);
      tellProducts();
      onSaved();
      await client.invalidateQueries({ queryKey: ['products'] });
      await client.invalidateQueries({ queryKey: ['reviews'] });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      toast.error('Failed to save product');
      if (!isApiError(error)) return;
      if (error.status === 409 && id !== 'new') newer.mutate();
      setRefused(Object.fromEntries(error.errors.map(({ path, msg }) => [path, msg])));
      lookAtError();
    },
  });

  /** Goes on from the stored state of the other one. */
  const goOn = (stored: ProductForm, next: ProductForm) => {
    setInitial(stored);
    setForm(next);
    setTried(false);
    setRefused({});
    newer.reset();
    save.reset();
  };
  const stored = newer.data;

  return {
    form,
    element,
    dirty,
    /** What the form began with is still what is typed over. */
    asBegun: initial === begin.initial,
    /** After a refused save: what the other one changed, and both ways on. Null until that is known. */
    conflict: stored
      ? {
          ...differenceOf(initial, form, stored),
          keepMine: () => goOn(stored, keepTyped(initial, form, stored)),
          showTheirs: () => goOn(stored, stored),
        }
      : null,
    /** The state that is stored now could not be read. */
    lookAgain: newer.isError && !isSignedOut(newer.error) ? () => newer.mutate() : null,
    set: (patch: Partial<ProductForm>) => {
      setRefused({});
      setForm((before) => ({ ...before, ...patch }));
    },
    errorOf: (path: string) => errors[path] ?? Object.entries(errors).find(([key]) => key.startsWith(`${path}.`))?.[1],
    errorCount: Object.keys(errors).length,
    saving: save.isPending,
    /** Why the last save was refused, when it is not a matter of a field. */
    refusal:
      save.isError && Object.keys(refused).length === 0 && !isSignedOut(save.error) ? refusalOf(save.error) : null,
    submit: () => {
      setTried(true);
      if (Object.keys(checkForm(form)).length > 0) lookAtError();
      else if (!save.isPending) {
        newer.reset();
        save.mutate();
      }
    },
  };
}

function refusalOf(error: unknown): string {
  return isApiError(error) ? serverSentence(error, error.message) : 'Failed to save product';
}
