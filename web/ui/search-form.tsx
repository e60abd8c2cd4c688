import type { ComponentProps } from 'react';
import { useHref, useNavigate } from 'react-router';
import m from '#messages/frame';
import { toast } from './toast.tsx';

type SearchFormProps = Omit<ComponentProps<'form'>, 'action' | 'method'> & { action: string };

/**
 * A GET form with client navigation: its fields become the query of `action`, a path without the
 * language. Before hydration the browser does the same.
 */
export function SearchForm({ action, onSubmit, ...rest }: SearchFormProps) {
  const navigate = useNavigate();
  const address = useHref(action);
  return (
    <form
      action={address}
      method="get"
      {...rest}
      onSubmit={(event) => {
        onSubmit?.(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        if (!navigator.onLine) {
          toast.warning(m.searchOffline());
          return;
        }
        const query = new URLSearchParams();
        for (const [name, value] of new FormData(event.currentTarget)) query.append(name, String(value));
        navigate(`${action}?${query}`);
      }}
    />
  );
}
