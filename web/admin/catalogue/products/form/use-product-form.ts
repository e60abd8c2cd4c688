import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { bodyOf, checkForm, formOf, isQuick, type ProductForm } from '#shop/catalogue/product-form.ts';
import { differenceOf, keepTyped, keepTypedSince } from '#shop/catalogue/product-merge.ts';
import { isOutdated, NO_RESPONSE } from '#web/admin/lib/sent-again.ts';
import { adminCall, isSignedOut, serverSentence } from '#web/admin/lib/session.ts';
import { isApiError, isUnreachable } from '#web/lib/api.ts';
import { randomKey } from '#web/lib/device-id.ts';
import { showFirstError } from '#web/ui/first-error.ts';
import { toast } from '#web/ui/toast.tsx';
import { loadForForm } from '../products-api.ts';
import { tellProducts } from '../use-product-actions.ts';
import { draftAuthor, dropDraft, keepDraft } from './draft.ts';

const FAILED = 'Failed to save product';

export interface FormState {
  form: ProductForm;
  set: (patch: Partial<ProductForm>) => void;
  /** The error message of a field by its path in the body, including nested paths. */
  errorOf: (path: string) => string | undefined;
}

/** What a form begins with: of a draft also what it sent before. */
export interface FormStart {
  form: ProductForm;
  initial: ProductForm;
  once?: string;
  sent?: ProductForm[];
}

/**
 * The state of one product's form: input, draft, errors, conflict and saving.
 *
 * @param draft under which its unsaved input is kept
 * @param on.onMade a new product was stored although its response was lost; what was typed since is
 *   kept as its draft
 */
export function useProductForm(
  id: string,
  draft: string,
  begin: FormStart,
  on: { onSaved: () => void; onMade: (id: string) => void },
) {
  const client = useQueryClient();
  const [form, setForm] = useState(begin.form);
  const [tried, setTried] = useState(false);
  /** The field errors of the server, until the next edit. */
  const [refused, setRefused] = useState<Record<string, string>>({});
  const element = useRef<HTMLFormElement>(null);
  /** The stored state that the edits are based on. */
  const [initial, setInitial] = useState(begin.initial);
  /**
   * The key of the save, and the forms that were sent with it. When the response of one is lost, it
   * may be stored nevertheless.
   */
  const [once, setOnce] = useState(begin.once ?? randomKey);
  const [sent, setSent] = useState(begin.sent ?? []);
  const dirty = JSON.stringify(form) !== JSON.stringify(initial);
  const latest = useRef(form);
  latest.current = form;

  // Read once, because the end of the session removes the user while the form is still open.
  const [by] = useState(draftAuthor);

  useEffect(() => {
    if (dirty) keepDraft({ id: draft, form, initial, once, sent, by });
    else dropDraft(draft);
  }, [draft, form, initial, once, sent, dirty, by]);

  const errors = { ...refused, ...(tried ? checkForm(form) : {}) };

  /** Loads the current product after another admin has saved it. */
  const newer = useMutation({
    mutationFn: async () => {
      const { product, reviews } = await loadForForm(id);
      return formOf(product, reviews);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['products'] }),
  });

  const send = (one: ProductForm) => {
    const body = { ...bodyOf(one, initial), once };
    return id === 'new'
      ? adminCall('POST /products', { body })
      : adminCall('PUT /products/:id', { params: { id }, body });
  };

  /**
   * Finds the form that was stored although its response was lost, by sending each again, and
   * continues from it.
   */
  const settle = useMutation({
    mutationFn: async (_refusal: string) => {
      for (const one of sent) {
        const found = await send(one).catch((error) => {
          if (!isOutdated(error)) throw error;
        });
        if (!found) continue;
        const { product, reviews } = await loadForForm(found.product.id);
        const now = formOf(product, reviews);
        return { id: product.id, sent: one, stored: now };
      }
      // Sent by a version of the shop that read it in another way.
      throw new Error('Not found');
    },
    onSuccess: ({ id: saved, sent: one, stored: now }, refusal) => {
      // With what was typed meanwhile.
      const next = keepTypedSince(one, latest.current, now);
      toast.error(refusal);
      void client.invalidateQueries({ queryKey: ['products'] });
      if (id !== 'new') return rebase(now, next);
      dropDraft(draft);
      keepDraft({ id: saved, form: next, initial: now, by });
      if (element.current) on.onMade(saved);
    },
  });

  const save = useMutation({
    mutationFn: send,
    onMutate: (one) => setSent((all) => [...all.filter((other) => other !== one), one]),
    onSuccess: async ({ message }) => {
      dropDraft(draft);
      toast.success(message);
      tellProducts();
      // The person may have left this form, and opened that of another product.
      if (element.current) on.onSaved();
      await client.invalidateQueries({ queryKey: ['products'] });
      await client.invalidateQueries({ queryKey: ['reviews'] });
    },
    onError: (error, one) => {
      // The shop has refused this form, so it is not the one that was stored.
      if (isApiError(error) && !isUnreachable(error)) setSent((all) => all.filter((other) => other !== one));
      const say = (failure: unknown) => !isSignedOut(failure) && toast.error(FAILED);
      if (isOutdated(error)) return settle.mutate(serverSentence(error, FAILED), { onError: say });
      // The conflict notice says it.
      if (isApiError(error) && error.status === 409 && id !== 'new') newer.mutate(undefined, { onError: say });
      else say(error);
      if (!isApiError(error) || isSignedOut(error)) return;
      showFirstError(element.current, () =>
        setRefused(Object.fromEntries(error.errors.map(({ path, msg }) => [path, msg]))),
      );
    },
  });

  /** Continues from the newer stored state. */
  const rebase = (stored: ProductForm, next: ProductForm) => {
    setInitial(stored);
    setForm(next);
    setOnce(randomKey());
    setSent([]);
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
    /** The edits are still based on the state that the form was opened with. */
    asBegun: initial === begin.initial,
    /**
     * After a 409: the other admin's changes and two ways to continue. Null until they are loaded.
     */
    conflict: stored
      ? {
          ...differenceOf(initial, form, stored),
          keepMine: () => rebase(stored, keepTyped(initial, form, stored)),
          showTheirs: () => rebase(stored, stored),
        }
      : null,
    /** Retries loading the current product; null unless that failed. */
    lookAgain: newer.isError && !isSignedOut(newer.error) ? () => newer.mutate() : null,
    set: (patch: Partial<ProductForm>) => {
      setRefused({});
      setForm((before) => ({ ...before, ...patch }));
    },
    errorOf: (path: string) => errors[path] ?? Object.entries(errors).find(([key]) => key.startsWith(`${path}.`))?.[1],
    errorCount: Object.keys(errors).length,
    /** An error is behind 'More details'. */
    errorInMore: Object.keys(errors).some((path) => !isQuick(path)),
    saving: save.isPending || settle.isPending,
    /** The error message of the last save when it has no field errors. */
    refusal:
      save.isError && Object.keys(refused).length === 0 && !isSignedOut(save.error) ? refusalOf(save.error) : null,
    submit: () => {
      showFirstError(element.current, () => setTried(true));
      if (Object.keys(checkForm(form)).length > 0) return;
      if (!save.isPending && !settle.isPending) {
        newer.reset();
        save.mutate(form);
      }
    },
  };
}

function refusalOf(error: unknown): string {
  if (isUnreachable(error)) return serverSentence(error, NO_RESPONSE);
  return isApiError(error) ? serverSentence(error, error.message) : FAILED;
}
