/**
 * `make` of an object that never changes, such as a list of a snapshot, is computed once and kept
 * as long as the object.
 */
export function onceFor<Of extends object, Result extends NonNullable<unknown>>(
  make: (of: Of) => Result,
): (of: Of) => Result {
  const made = new WeakMap<Of, Result>();
  return (of) => {
    let result = made.get(of);
    if (result === undefined) {
      result = make(of);
      made.set(of, result);
    }
    return result;
  };
}
