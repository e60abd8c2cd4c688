import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Product } from '#shop/catalogue.ts';
import { bodyOf, checkForm, type ProductForm } from '#shop/product-form.ts';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminApi, isSignedOut, serverSentence } from '../../session.ts';
import { tellProducts } from '../use-product-actions.ts';
import { dropDraft, keepDraft } from './draft.ts';

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
  const dirty = JSON.stringify(form) !== JSON.stringify(begin.initial);
  const { initial } = begin;

  useEffect(() => {
    if (dirty) keepDraft({ id, form, initial });
    else dropDraft();
  }, [id, form, initial, dirty]);

  const errors = { ...refused, ...(tried ? checkForm(form) : {}) };
  const lookAtError = () =>
    // After the sentences have been drawn.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  const save = useMutation({
    mutationFn: () =>
      adminApi<{ message: string; product: Product }>(
        id === 'new' ? '/products' : `/products/${encodeURIComponent(id)}`,
        {
          method: id === 'new' ? 'POST' : 'PUT',
          body: bodyOf(form),
        },
      ),
    onSuccess: async ({ message }) => {
      dropDraft();
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
      setRefused(Object.fromEntries(error.errors.map(({ path, msg }) => [path, msg])));
      lookAtError();
    },
  });

  return {
    form,
    element,
    dirty,
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
      else if (!save.isPending) save.mutate();
    },
  };
}

function refusalOf(error: unknown): string {
  return isApiError(error) ? serverSentence(error, error.message) : 'Failed to save product';
}
