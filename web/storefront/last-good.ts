import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router';
import { toast } from '#web/ui/toast.tsx';

/** What a list's loader adds to its data in the browser: the sentence of a load that failed. */
export type Failing = { failure?: string };

/**
 * Keeps a list on the screen when its next load fails (R1.8; G5: "keep the last good content"). One for each route
 * module; it holds something in the browser only.
 */
export function lastGood<Data extends object>() {
  let kept: { pathname: string; data: Data } | null = null;
  return {
    /**
     * For a `clientLoader`: the server's answer, or the last good one of the same path together with the sentence.
     *
     * @throws what the load threw, when nothing good of that path is known
     */
    async load(
      request: Request,
      fromServer: () => Promise<Data>,
      sentence: (error: unknown) => string,
    ): Promise<Data & Failing> {
      try {
        return await fromServer();
      } catch (error) {
        // A redirect is thrown too, and so is a load that a newer navigation has overtaken.
        const passing = error instanceof Response || request.signal.aborted;
        if (passing || kept?.pathname !== new URL(request.url).pathname) throw error;
        return { ...kept.data, failure: sentence(error) };
      }
    },

    /** For the page: its data. What is good is remembered, and a failure is told in a toast with Retry. */
    useShown(data: Data & Failing): Data & Failing {
      const { pathname } = useLocation();
      const { revalidate } = useRevalidator();
      useEffect(() => {
        if (!data.failure) kept = { pathname, data };
      }, [pathname, data]);
      useEffect(() => {
        if (data.failure) toast.error(data.failure, { action: { label: 'Retry', onPress: revalidate } });
      }, [data, revalidate]);
      return data;
    },
  };
}

/** The reason of a failed load, for a sentence that names it ('Failed to load combo products: {message}'). */
export function reasonOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `HTTP ${error.status}: ${error.statusText}`;
  // Browsers differ in their words for a call that reached nobody, or whose answer was not the page's data.
  if (!(error instanceof Error) || error instanceof TypeError || /turbo-stream/.test(error.message)) {
    return 'The shop cannot be reached. Please check your connection.';
  }
  return error.message;
}
