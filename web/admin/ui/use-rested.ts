import { useEffect, useMemo, useState } from 'react';

/** Half a word is not worth a request, in ms. */
const REST_MS = 300;

/** The value, as JSON keeps it, once typing has rested for a moment. */
export function useRested<Value>(value: Value, ms = REST_MS): Value {
  const typed = JSON.stringify(value);
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), ms);
    return () => clearTimeout(timer);
  }, [typed, ms]);
  return useMemo(() => JSON.parse(rested), [rested]);
}
