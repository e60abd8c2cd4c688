import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { toast } from './toast.tsx';

type SearchFormProps = Omit<ComponentProps<'form'>, 'action' | 'method'> & { action: string };

/**
 * A GET form with client navigation: its fields become the query of `action`. Before hydration the browser does the
 * same.
 */
export function SearchForm({ action, onSubmit, ...rest }: SearchFormProps) {
  const navigate = useNavigate();
  return (
    <form
      action={action}
      method="get"
      {...rest}
      onSubmit={(event) => {
        onSubmit?.(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        if (!navigator.onLine) {
          toast.warning('You are offline. Please search again once you are connected.');
          return;
        }
        const query = new URLSearchParams();
        for (const [name, value] of new FormData(event.currentTarget)) query.append(name, String(value));
        navigate(`${action}?${query}`);
      }}
    />
  );
}
