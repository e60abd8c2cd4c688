/** Returns a function that runs work one after the other, whether the one before has failed or not. */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = before.then(work);
    before = result.catch(() => undefined);
    return result;
  };
}
